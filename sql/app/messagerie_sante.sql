-- Definer: how the readings went is the worker's, in a room that the API does not enter.
create or replace function app.messagerie_sante(messagerie_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'last_success', request.utc_micros(r.last_success_at),
    'last_error', r.last_error,
    'last_error_at', request.utc_micros(r.last_error_at),
    -- Every mailbox is read every minute, and when its server announces mail.
    'next_try', case when b.active then request.utc_micros(date_trunc('minute', now()) + interval '1 minute') end,
    'read', m.lus,
    'refused', m.refuses,
    'failed', m.echoues
  )
    from app.messageries b
    join jobs.releves r on r.sis_key = b.sis_key and r.messagerie_id = b.id
   cross join lateral (
     select count(*) filter (where m.etat in ('received', 'alarm', 'ignored')),
            count(*) filter (where m.etat = 'refused'),
            count(*) filter (where m.etat = 'failed')
       from app.messages m
      where m.sis_key = b.sis_key
        and m.messagerie_id = b.id
   ) as m (lus, refuses, echoues)
   where b.sis_key = request.sis_key()
     and b.id = messagerie_sante.messagerie_id
     and request.can('sis.config')
$$;
comment on function app.messagerie_sante(bigint) is
  'How the reading of a mailbox of the request''s SIS goes: {last_success, last_error, last_error_at, next_try, read, refused, failed}. Definer: how readings went is the worker''s; it shows those of this SIS to its sis.config only.';
grant execute on function app.messagerie_sante(bigint) to caserne_api;
