-- The worker's own notes on each mailbox. Not a tenant table: nobody but the functions of this schema reads it.
create table if not exists jobs.releves (
  sis_key text not null,
  messagerie_id bigint not null,
  active boolean not null default true,
  active_since timestamptz not null default now(),
  -- How far it was read.
  uidvalidity bigint,
  last_uid bigint not null default 0,
  advanced_at timestamptz,
  -- The reading: asked for, under way, ended.
  asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  done_from timestamptz,
  outdated boolean not null default false,
  -- How it went, and when it is tried again.
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz,
  bloquee boolean not null default false,
  silent_since timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.releves is 'How far each mailbox has been read, and how that went.';
comment on column jobs.releves.active is 'As of the mailbox, which whoever asks for a reading may not see.';
comment on column jobs.releves.active_since is 'When it was set up, or last switched on.';
comment on column jobs.releves.advanced_at is 'When a message was last entered: a first reading may take long.';
comment on column jobs.releves.last_uid is 'Every message up to this UID is in the ledger.';
comment on column jobs.releves.asked_at is 'When somebody last asked for a reading and waited (force), but for those who joined one.';
comment on column jobs.releves.done_from is 'When the reading that ended last had begun: whoever asked before that need not wait.';
comment on column jobs.releves.outdated is 'The settings changed since the last reading began: how that one ends says nothing of them.';
comment on column jobs.releves.last_error is 'In French, for the mailbox''s health; without secrets.';
comment on column jobs.releves.failures is 'Failures in a row, of readings and of connections: the next pause goes by it. A success within a minute of the last one does not end the row.';
comment on column jobs.releves.next_try_at is 'Before this instant nobody tries again by himself; null while all is well.';
comment on column jobs.releves.bloquee is 'The server refused the user or the password: nobody tries again before next_try_at, lest the account be locked.';
comment on column jobs.releves.silent_since is 'Since when nobody could read it, as was said in a worker''s log (jobs.note_silences); null: no outage was said, or its end was.';

create or replace function jobs.tg_releves__fin() returns trigger
  language plpgsql volatile
as $$
begin
  new.done_from := new.started_at;
  perform pg_notify(request.channel('caserne_releve_finie'), new.messagerie_id::text);
  return new;
end;
$$;
comment on function jobs.tg_releves__fin() is
  'Notes which reading has ended, and tells the servers, on the channel caserne_releve_finie, of which mailbox.';

drop trigger if exists _010_fin on jobs.releves;
create trigger _010_fin before update on jobs.releves
  for each row when (old.finished_at is distinct from new.finished_at) execute function jobs.tg_releves__fin();
