create or replace function jobs.begin_worker() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Of one that had a session of this pid, too.
  delete from jobs.workers w where w.pid = pg_backend_pid() or not jobs.is_alive(w);
  insert into jobs.workers (pid, login, seen_at) values (pg_backend_pid(), session_user, clock_timestamp());
end;
$$;
comment on function jobs.begin_worker() is
  'Makes this session the one by which a worker lives; forgets those that do not. Definer: the worker holds no right on any table.';
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
  'Says that the worker of this session lives; false when it is taken for dead. Definer: the worker holds no right on any table.';
grant execute on function jobs.beat_worker() to caserne_worker;

create or replace function jobs.end_worker() returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from jobs.workers w where w.pid = pg_backend_pid()
$$;
comment on function jobs.end_worker() is
  'Gives back all that the worker of this session has. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_worker() to caserne_worker;
