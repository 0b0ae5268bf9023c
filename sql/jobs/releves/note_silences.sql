create or replace function jobs.unread_since(releve jobs.releves) returns timestamptz
  language sql volatile
as $$
  select case when releve.active and d.since < clock_timestamp() - interval '3 minutes' then d.since end
    -- The first relève of thousands of messages takes longer, but it advances.
    from (select greatest(releve.last_success_at, releve.active_since, releve.advanced_at)) as d (since)
$$;
comment on function jobs.unread_since(jobs.releves) is
  'Since when nobody has been able to read an active mailbox; null during the first three minutes.';

-- The row keeps what was reported, so only one of several workers reports an outage, and none repeats it after a
-- restart.
create or replace function jobs.note_silences() returns json
  language sql volatile security definer set search_path = ''
as $$
  with changed as (
    update jobs.releves r
       set silent_since = jobs.unread_since(r)
     where (r.silent_since is null) <> (jobs.unread_since(r) is null)
       and request.is_home(r.sis_key)
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
         ) order by c.sis_key, c.messagerie_id), '[]')
    from changed c
$$;
comment on function jobs.note_silences() is
  'Mailboxes unread for three minutes, and mailboxes read again (since: null), each reported once: [{messagerie_id, sis_key, since, error, held}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.note_silences() to caserne_worker;
