-- Definer: the relèves belong to the worker, in the schema jobs, which the API cannot use.
create or replace function app.messagerie_sante(messagerie_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'state', case
               when not b.active then 'inactive'
               when r.bloquee then 'blocked'
               when r.next_try_at is not null then 'retrying'
               -- Every mailbox is read every minute: three minutes without a relève mean that no worker runs.
               when r.last_success_at > now() - interval '3 minutes' then 'connected'
               else 'waiting'
             end,
    'failures', case when r.next_try_at is null then 0 else r.failures end,
    'last_success', request.utc_micros(r.last_success_at),
    'last_error', r.last_error,
    'last_error_at', request.utc_micros(r.last_error_at),
    -- A mailbox is read every minute, and whenever its server announces mail. After a failure it is read at the planned
    -- time.
    'next_try', case
                  when not b.active then null
                  when r.next_try_at is not null then request.utc_micros(greatest(r.next_try_at, now()))
                  else request.utc_micros(date_trunc('minute', now()) + interval '1 minute')
                end,
    'unread_since', request.utc_micros(jobs.unread_since(r)),
    'read', coalesce(c.received + c.alarm + c.ignored, 0),
    'refused', coalesce(c.refused, 0),
    'failed', coalesce(c.failed, 0)
  )
    from app.messageries b
    join jobs.releves r on r.sis_key = b.sis_key and r.messagerie_id = b.id
    left join jobs.messagerie_totaux c on c.sis_key = b.sis_key and c.messagerie_id = b.id
   where b.sis_key = request.sis_key()
     and b.id = messagerie_sante.messagerie_id
     and request.can('sis.config')
$$;
comment on function app.messagerie_sante(bigint) is
  'State of the relèves of a mailbox of the request''s SIS: {state, failures, last_success, last_error, last_error_at, next_try, unread_since, read, refused, failed}. Definer: relèves belong to the worker; only sis.config of the SIS sees their state.';
grant execute on function app.messagerie_sante(bigint) to caserne_api;
