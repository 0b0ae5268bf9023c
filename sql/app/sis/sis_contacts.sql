create table if not exists app.sis_contacts (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  email text not null check (email <> '' and app.is_email(email)),
  liste text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id)
);
create unique index if not exists sis_contacts_key on app.sis_contacts (sis_key, lower(email), liste);

alter table app.sis_contacts enable row level security;
alter table app.sis_contacts force row level security;
drop policy if exists locataire on app.sis_contacts;
create policy locataire on app.sis_contacts as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sis_contacts;
create policy lecture on app.sis_contacts for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.sis_contacts;
create policy ajout on app.sis_contacts for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.sis_contacts;
create policy suppression on app.sis_contacts for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.sis_contacts to caserne_api;
grant insert (email, liste) on app.sis_contacts to caserne_api;

drop trigger if exists _020_version on app.sis_contacts;
create trigger _020_version before update on app.sis_contacts
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.sis_contacts;
create trigger _870_changement after insert or update or delete on app.sis_contacts
  for each row execute function audit.tg_changement('sis');
drop trigger if exists _880_changement on app.sis_contacts;
create trigger _880_changement after truncate on app.sis_contacts
  for each statement execute function audit.tg_changement('sis');
drop trigger if exists _900_journal on app.sis_contacts;
create trigger _900_journal after insert or update or delete on app.sis_contacts
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sis_contacts;
create trigger _950_if_match after update or delete on app.sis_contacts
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sis_contacts is 'Addresses that a SIS writes to, in lists.';
comment on constraint sis_contacts_email_check on app.sis_contacts is 'email: Cette adresse e-mail n’est pas valide.';
comment on index app.sis_contacts_key is 'Cette adresse est déjà dans cette liste';
