-- The worker's own notes on each mailbox. Not a tenant table: nobody but the functions of this schema reads it.
create table if not exists jobs.releves (
  sis_key text not null,
  messagerie_id bigint not null,
  uidvalidity bigint,
  last_uid bigint not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.releves is 'How far each mailbox has been read, and how that went.';
comment on column jobs.releves.last_uid is 'Every message up to this UID is in the ledger.';
comment on column jobs.releves.last_error is 'In French, for the mailbox''s health; without secrets.';
