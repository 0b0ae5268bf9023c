-- A trigger and not a check in the operation, because the rule holds for every writer of the table. A moved mailbox
-- must not take its password along; the password is sealed for its server and would not open elsewhere
-- (src/mail/seal.ts).
create or replace function app.tg_messageries__mot_de_passe() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT422' using
    message = 'Le mot de passe est à donner à nouveau quand le serveur ou l’utilisateur change.', detail = 'password';
end;
$$;
comment on function app.tg_messageries__mot_de_passe() is
  'Refuses (PT422) to keep the password when the server, port, protection or user changes.';
drop trigger if exists _020_mot_de_passe on app.messageries;
create trigger _020_mot_de_passe before update on app.messageries
  for each row
  when ((old.host, old.port, old.securite, old.utilisateur) is distinct from (new.host, new.port, new.securite, new.utilisateur)
        and old.mot_de_passe = new.mot_de_passe)
  execute function app.tg_messageries__mot_de_passe();
