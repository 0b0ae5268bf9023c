create or replace function jobs.begin_worker() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Also removes an earlier worker whose session had this pid.
  delete from jobs.workers w where w.pid = pg_backend_pid() or not jobs.is_alive(w);
  insert into jobs.workers (pid, login, seen_at) values (pg_backend_pid(), session_user, clock_timestamp());
end;
$$;
comment on function jobs.begin_worker() is
  'Registers the worker of this session, and removes dead workers. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_worker() to caserne_worker;

create or replace function jobs.beat_worker() returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.workers w set seen_at = clock_timestamp() where w.pid = pg_backend_pid();
  return found;
end;
$$;
comment on function jobs.beat_worker() is
  'Records that the worker of this session is alive; false when it is registered no longer. Definer: the worker holds no right on any table.';
grant execute on function jobs.beat_worker() to caserne_worker;

create or replace function jobs.end_worker() returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from jobs.workers w where w.pid = pg_backend_pid()
$$;
comment on function jobs.end_worker() is
  'Removes the worker of this session and so releases all that it holds. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_worker() to caserne_worker;
