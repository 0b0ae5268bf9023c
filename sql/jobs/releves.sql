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

create or replace function jobs.tg_messageries__releve() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into jobs.releves (sis_key, messagerie_id)
  values (new.sis_key, new.id)
  -- A UID means something within one folder of one account only. Reading all of the new one again is harmless: the ledger
  -- knows what it has seen.
  on conflict (sis_key, messagerie_id) do update set uidvalidity = null, last_uid = 0;
  return null;
end;
$$;
comment on function jobs.tg_messageries__releve() is
  'Gives a new mailbox its reading state, and one that has become another mailbox a fresh one. Definer: the state is the worker''s.';

drop trigger if exists _100_releve on app.messageries;
create trigger _100_releve after insert on app.messageries
  for each row execute function jobs.tg_messageries__releve();
drop trigger if exists _200_releve on app.messageries;
create trigger _200_releve after update on app.messageries
  for each row
  when ((old.host, old.port, old.utilisateur, old.dossier) is distinct from (new.host, new.port, new.utilisateur, new.dossier))
  execute function jobs.tg_messageries__releve();
