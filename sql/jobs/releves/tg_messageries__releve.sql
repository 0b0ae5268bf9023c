create or replace function jobs.tg_messageries__releve() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_other boolean;
begin
  if tg_op = 'INSERT' then
    insert into jobs.releves (sis_key, messagerie_id, active)
    values (new.sis_key, new.id, new.active);
    return null;
  end if;
  -- A UID has a meaning only within one folder of one account. Reading all of the new folder is harmless, because the
  -- ledger recognises the messages it has.
  v_other := (old.host, old.port, old.utilisateur, old.dossier) is distinct from (new.host, new.port, new.utilisateur, new.dossier);
  update jobs.releves r
     set active = new.active,
         active_since = case when new.active and not r.active then clock_timestamp() else r.active_since end,
         uidvalidity = case when not v_other then r.uidvalidity end,
         last_uid = case when v_other then 0 else r.last_uid end,
         outdated = true,
         failures = 0,
         next_try_at = null,
         bloquee = false
   where r.sis_key = new.sis_key
     and r.messagerie_id = new.id;
  if new.active then
    perform jobs.ask_releve(new.sis_key, new.id);
  end if;
  return null;
end;
$$;
comment on function jobs.tg_messageries__releve() is
  'Adds the relève state of a new mailbox. After a change of settings it asks for a relève at once, from the beginning if the folder or account changed. Definer: the state and the queue belong to the worker.';

drop trigger if exists _100_releve on app.messageries;
create trigger _100_releve after insert on app.messageries
  for each row execute function jobs.tg_messageries__releve();
drop trigger if exists _200_releve on app.messageries;
create trigger _200_releve after update on app.messageries
  for each row
  when ((old.host, old.port, old.securite, old.utilisateur, old.mot_de_passe, old.dossier, old.active)
        is distinct from (new.host, new.port, new.securite, new.utilisateur, new.mot_de_passe, new.dossier, new.active))
  execute function jobs.tg_messageries__releve();
