create or replace function jobs.unread_since(releve jobs.releves) returns timestamptz
  language sql volatile
as $$
  select case when releve.active and d.depuis < clock_timestamp() - interval '3 minutes' then d.depuis end
    -- A first reading of thousands of messages takes longer, but gets on.
    from (select greatest(releve.last_success_at, releve.active_since, releve.advanced_at)) as d (depuis)
$$;
comment on function jobs.unread_since(jobs.releves) is
  'Since when nobody has been able to read an active mailbox, whatever the reason; null while that is less than three minutes ago.';

-- The row remembers what was said: of several workers one says it, and it is not said again after a restart.
create or replace function jobs.note_silences() returns json
  language sql volatile security definer set search_path = ''
as $$
  with changed as (
    update jobs.releves r
       set silent_since = jobs.unread_since(r)
     where (r.silent_since is null) <> (jobs.unread_since(r) is null)
    returning r.*
  )
  select coalesce(json_agg(json_build_object(
           'messagerie_id', c.messagerie_id,
           'sis_key', c.sis_key,
           'since', request.utc(c.silent_since),
           'error', case when c.last_error_at >= coalesce(c.last_success_at, '-infinity') then c.last_error end,
           'held', exists (
             select
               from jobs.baux b
               join jobs.workers w on w.pid = b.pid
              where b.sis_key = c.sis_key
                and b.messagerie_id = c.messagerie_id
                and jobs.is_alive(w)
           )
         ) order by c.messagerie_id), '[]')
    from changed c
$$;
comment on function jobs.note_silences() is
  'Mailboxes that nobody has been able to read for three minutes, once, and those of which that is over (since: null), once: [{messagerie_id, sis_key, since, error, held}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.note_silences() to caserne_worker;
