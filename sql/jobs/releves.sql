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
  failures integer not null default 0,
  next_try_at timestamptz,
  bloquee boolean not null default false,
  outdated boolean not null default false,
  active boolean not null default true,
  asked_at timestamptz,
  done_from timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

comment on table jobs.releves is 'How far each mailbox has been read, and how that went.';
comment on column jobs.releves.last_uid is 'Every message up to this UID is in the ledger.';
comment on column jobs.releves.last_error is 'In French, for the mailbox''s health; without secrets.';
comment on column jobs.releves.failures is 'Failures in a row, of readings and of connections: the next pause goes by it. A success within a minute of the last one does not end the row.';
comment on column jobs.releves.next_try_at is 'Before this instant nobody tries again by himself; null while all is well.';
comment on column jobs.releves.bloquee is 'The server refused the user or the password: nobody tries again before next_try_at, lest the account be locked.';
comment on column jobs.releves.outdated is 'The settings changed since the last reading began: how that one ends says nothing of them.';
comment on column jobs.releves.active is 'As of the mailbox, which whoever asks for a reading may not see.';
comment on column jobs.releves.asked_at is 'When somebody last asked for a reading and waited (force), but for those who joined one.';
comment on column jobs.releves.done_from is 'When the reading that ended last had begun: whoever asked before that need not wait.';

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

create or replace function jobs.tg_messageries__essai() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.releves r
     set failures = 0,
         next_try_at = null,
         bloquee = false,
         outdated = true
   where r.sis_key = new.sis_key
     and r.messagerie_id = new.id;
  if new.active then
    perform jobs.ask_releve(new.id);
  end if;
  return null;
end;
$$;
comment on function jobs.tg_messageries__essai() is
  'Has a mailbox whose settings changed tried at once, whatever went wrong before. Definer: the state and the queue are the worker''s.';

drop trigger if exists _300_essai on app.messageries;
create trigger _300_essai after update on app.messageries
  for each row
  when ((old.host, old.port, old.securite, old.utilisateur, old.mot_de_passe, old.dossier, old.active)
        is distinct from (new.host, new.port, new.securite, new.utilisateur, new.mot_de_passe, new.dossier, new.active))
  execute function jobs.tg_messageries__essai();

create or replace function jobs.tg_messageries__activite() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.releves r
     set active = new.active
   where r.sis_key = new.sis_key
     and r.messagerie_id = new.id
     and r.active <> new.active;
  return null;
end;
$$;
comment on function jobs.tg_messageries__activite() is
  'Notes whether a mailbox is active. Definer: the state is the worker''s.';

drop trigger if exists _150_activite on app.messageries;
create trigger _150_activite after insert or update on app.messageries
  for each row execute function jobs.tg_messageries__activite();
