-- Rows, not advisory locks: everybody who may connect can take those, unless a superuser forbids it, and pg_locks shows their keys while
-- they are held. Not a tenant table: only the functions of this schema read it.
create table if not exists jobs.workers (
  pid integer primary key,
  login name not null,
  seen_at timestamptz not null,
  runners text[] not null default '{}'
);

comment on table jobs.workers is 'The workers: each has one session of the database by which it says that it lives.';
comment on column jobs.workers.pid is 'Of that session.';
comment on column jobs.workers.seen_at is 'When it last said so.';
comment on column jobs.workers.runners is 'Its runners of the queue: what they have taken is not freed.';

create table if not exists jobs.baux (
  sis_key text not null,
  messagerie_id bigint not null,
  pid integer not null references jobs.workers on delete cascade,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references jobs.releves on delete cascade
);
create index if not exists baux_pid_idx on jobs.baux (pid);

comment on table jobs.baux is 'Which worker has which mailbox to itself, for as long as it lives.';

-- Both: the session ends with the worker, or after 30 s of its silence (idle_session_timeout); but another one may be given its pid.
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
  'Whether a worker lives: its session is there, and has said so within half a minute.';
