-- Rows and not advisory locks: every login can take those unless a superuser forbids it, and pg_locks shows their keys.
-- Not a tenant table: only functions of this schema read it.
create table if not exists jobs.workers (
  pid integer primary key,
  login name not null,
  seen_at timestamptz not null,
  runners text[] not null default '{}'
);

--!table jobs.workers, neutral pid login seen_at runners

comment on table jobs.workers is 'Workers. Each has one database session by which it proves to be alive.';
comment on column jobs.workers.pid is 'Process id of that session.';
comment on column jobs.workers.seen_at is 'When the worker last proved to be alive.';
comment on column jobs.workers.runners is 'Runners of the queue that belong to the worker; their jobs are not freed while it is alive.';

create table if not exists jobs.baux (
  sis_key text not null,
  messagerie_id bigint not null,
  pid integer not null references jobs.workers on delete cascade,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references jobs.releves on delete cascade
);
create index if not exists baux_pid_idx on jobs.baux (pid);

--!table jobs.baux, neutral messagerie_id pid

comment on table jobs.baux is 'Leases: the mailbox that a worker has to itself while it is alive.';

-- Both conditions are needed: the session ends with the worker, or after 30 s of silence (idle_session_timeout), but
-- another session may get its pid.
create or replace function jobs.is_alive(worker jobs.workers) returns boolean
  language sql volatile
as $$
  select worker.seen_at > clock_timestamp() - interval '30 seconds'
     and exists (
       select
         from pg_catalog.pg_stat_activity a
        where a.pid = worker.pid
          and a.usename = worker.login
          and a.datname = current_database()
     )
$$;
comment on function jobs.is_alive(jobs.workers) is
  'Whether a worker is alive: its session exists and has reported within half a minute.';
