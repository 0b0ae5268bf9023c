create or replace function jobs.unlock_messagerie(sis_key text, messagerie_id bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from jobs.baux b
   where b.sis_key = unlock_messagerie.sis_key
     and b.messagerie_id = unlock_messagerie.messagerie_id
     and b.pid = pg_backend_pid()
$$;
comment on function jobs.unlock_messagerie(text, bigint) is
  'Releases a mailbox. Definer: the worker holds no right on any table.';
grant execute on function jobs.unlock_messagerie(text, bigint) to caserne_worker;
