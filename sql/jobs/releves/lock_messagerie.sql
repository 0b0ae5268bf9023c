create or replace function jobs.lock_messagerie(sis_key text, messagerie_id bigint) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Another worker that takes the mailbox at the same time waits here, no longer than this statement runs.
  insert into jobs.baux as b (sis_key, messagerie_id, pid)
  select r.sis_key, r.messagerie_id, w.pid
    from jobs.releves r
    join jobs.workers w on w.pid = pg_backend_pid()
   where r.sis_key = lock_messagerie.sis_key
     and r.messagerie_id = lock_messagerie.messagerie_id
  on conflict on constraint baux_pkey do update set pid = excluded.pid
   where b.pid = excluded.pid
      or not exists (select from jobs.workers w where w.pid = b.pid and jobs.is_alive(w));
  return found;
end;
$$;
comment on function jobs.lock_messagerie(text, bigint) is
  'Takes a mailbox for the worker of this session, so that two workers never read it at once; false when another live worker holds it. Definer: the worker holds no right on any table.';
grant execute on function jobs.lock_messagerie(text, bigint) to caserne_worker;
