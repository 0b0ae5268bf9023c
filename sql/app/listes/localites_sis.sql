create table if not exists app.localites_sis (
  sis_key text not null references auth.sis default request.sis_key(),
  localite_id bigint not null references app.localites,
  version bigint not null default 1,
  primary key (sis_key, localite_id)
);

alter table app.localites_sis enable row level security;
alter table app.localites_sis force row level security;
drop policy if exists locataire on app.localites_sis;
create policy locataire on app.localites_sis as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.localites_sis;
create policy lecture on app.localites_sis for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.localites_sis;
create policy ajout on app.localites_sis for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.localites_sis;
create policy suppression on app.localites_sis for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.localites_sis to caserne_api;
grant insert (localite_id) on app.localites_sis to caserne_api;

drop trigger if exists _020_version on app.localites_sis;
create trigger _020_version before update on app.localites_sis
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.localites_sis;
create trigger _870_changement after insert or update or delete on app.localites_sis
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.localites_sis;
create trigger _880_changement after truncate on app.localites_sis
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.localites_sis;
create trigger _900_journal after insert or update or delete on app.localites_sis
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.localites_sis;
create trigger _950_if_match after update or delete on app.localites_sis
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('localite_id');

comment on table app.localites_sis is 'Places that a SIS serves.';
comment on constraint localites_sis_pkey on app.localites_sis is 'Cette localité est déjà desservie';
comment on constraint localites_sis_localite_id_fkey on app.localites_sis is 'localite_id: Cette localité n’existe pas.';
