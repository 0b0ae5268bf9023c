-- A marquage is written with the row of the ledger and removed once the mail server has marked the mail. If a worker
-- dies in between, the next relève finds what is left to mark. Not a tenant table: only functions of this schema read
-- it.
create table if not exists jobs.marquages (
  sis_key text not null,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  tentatives smallint not null default 0,
  next_try_at timestamptz not null default now(),
  primary key (sis_key, messagerie_id, uidvalidity, uid),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

--!table jobs.marquages, neutral messagerie_id uidvalidity uid tentatives next_try_at

comment on table jobs.marquages is 'Messages of the ledger that are still to be flagged seen, or moved, in their mailbox.';
comment on column jobs.marquages.tentatives is 'How often the server has refused.';
comment on column jobs.marquages.next_try_at is 'The earliest instant of the next try.';
