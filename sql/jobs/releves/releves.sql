-- The worker's notes on each mailbox. Not a tenant table: only functions of this schema read it.
create table if not exists jobs.releves (
  sis_key text not null,
  messagerie_id bigint not null,
  active boolean not null default true,
  active_since timestamptz not null default now(),
  -- The read position.
  uidvalidity bigint,
  last_uid bigint not null default 0,
  advanced_at timestamptz,
  -- The relève: asked for, begun, ended.
  asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  done_from timestamptz,
  outdated boolean not null default false,
  -- The result, and the next try.
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz,
  bloquee boolean not null default false,
  silent_since timestamptz,
  -- Notices of failed messages.
  echec_dit_id bigint not null default 0,
  echec_dit_at timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

--!table jobs.releves, texts last_error,
--!  neutral messagerie_id active active_since uidvalidity last_uid advanced_at asked_at started_at finished_at
--!   done_from outdated last_success_at last_error_at failures next_try_at bloquee silent_since echec_dit_id echec_dit_at

comment on table jobs.releves is 'Read position of each mailbox, and the result of its relèves.';
comment on column jobs.releves.active is 'Copy of the mailbox''s active, for callers who may not read the mailbox.';
comment on column jobs.releves.active_since is 'When the mailbox was set up or last enabled.';
comment on column jobs.releves.advanced_at is 'When the last message was stored. The first relève may take long.';
comment on column jobs.releves.last_uid is 'All messages up to this UID are in the ledger.';
comment on column jobs.releves.asked_at is 'When someone last asked for a relève and waited for it (force), except those who joined a running one.';
comment on column jobs.releves.done_from is 'Start of the relève that ended last. Requests before that need not wait.';
comment on column jobs.releves.outdated is 'Whether the settings changed since the last relève began. Its result then says nothing about the new settings.';
comment on column jobs.releves.last_error is 'Last error, in French and without secrets, for the health of the mailbox.';
comment on column jobs.releves.failures is 'Failures in a row, of relèves and connections, which decide the next pause. A success within a minute of a failure does not end the row.';
comment on column jobs.releves.next_try_at is 'Before this instant no relève is tried; null while all is well.';
comment on column jobs.releves.bloquee is 'Whether the server refused the user or password. No try before next_try_at, so that the server does not lock the account.';
comment on column jobs.releves.silent_since is 'Since when nobody could read the mailbox, as reported in a worker''s log (jobs.note_silences); null: no outage reported, or its end was.';
comment on column jobs.releves.echec_dit_id is 'Last failed message that a notice has announced.';
comment on column jobs.releves.echec_dit_at is 'When a notice of failed messages last went out (jobs.tell_echecs).';

create or replace function jobs.tg_releves__fin() returns trigger
  language plpgsql volatile
as $$
begin
  new.done_from := new.started_at;
  perform pg_notify(request.channel('caserne_releve_finie'), jobs.messagerie_key(new.sis_key, new.messagerie_id));
  return new;
end;
$$;
comment on function jobs.tg_releves__fin() is
  'Records which relève has ended, and notifies the servers of its mailbox on the channel caserne_releve_finie.';

drop trigger if exists _010_fin on jobs.releves;
create trigger _010_fin before update on jobs.releves
  for each row when (old.finished_at is distinct from new.finished_at) execute function jobs.tg_releves__fin();
