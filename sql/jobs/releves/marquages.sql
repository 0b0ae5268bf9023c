-- Written with the message's row of the ledger, taken away once the mail server has done it: whatever ends a worker in between,
-- the next reading finds what is still owed. Not a tenant table: nobody but the functions of this schema reads it.
create table if not exists jobs.marquages (
  sis_key text not null,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  essais smallint not null default 0,
  retry_at timestamptz not null default now(),
  primary key (sis_key, messagerie_id, uidvalidity, uid),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.marquages is 'Messages that are in the ledger and are still to be flagged seen, or moved, in their mailbox.';
comment on column jobs.marquages.essais is 'How often the server has refused to.';
comment on column jobs.marquages.retry_at is 'Not to be tried again before.';
