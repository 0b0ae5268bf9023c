create table if not exists app.telephones_utiles (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  nom text not null check (nom <> ''),
  numero text not null check (numero <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id)
);

alter table app.telephones_utiles enable row level security;
alter table app.telephones_utiles force row level security;
drop policy if exists locataire on app.telephones_utiles;
create policy locataire on app.telephones_utiles as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.telephones_utiles;
create policy lecture on app.telephones_utiles for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.telephones_utiles;
create policy ajout on app.telephones_utiles for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.telephones_utiles;
create policy modification on app.telephones_utiles for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.telephones_utiles;
create policy suppression on app.telephones_utiles for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.telephones_utiles to caserne_api;
grant insert (nom, numero, tri), update (nom, numero, tri) on app.telephones_utiles to caserne_api;

drop trigger if exists _020_version on app.telephones_utiles;
create trigger _020_version before update on app.telephones_utiles
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.telephones_utiles;
create trigger _870_changement after insert or update or delete on app.telephones_utiles
  for each row execute function audit.tg_changement('listes');
drop trigger if exists _880_changement on app.telephones_utiles;
create trigger _880_changement after truncate on app.telephones_utiles
  for each statement execute function audit.tg_changement('listes');
drop trigger if exists _900_journal on app.telephones_utiles;
create trigger _900_journal after insert or update or delete on app.telephones_utiles
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.telephones_utiles;
create trigger _950_if_match after update or delete on app.telephones_utiles
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.telephones_utiles is 'Telephone numbers that a station wants at hand. Numbers of people are in app.telephones.';
comment on constraint telephones_utiles_nom_check on app.telephones_utiles is 'nom: Ce champ est obligatoire.';
comment on constraint telephones_utiles_numero_check on app.telephones_utiles is 'numero: Ce champ est obligatoire.';
