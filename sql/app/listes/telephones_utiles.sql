create table if not exists app.telephones_utiles (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  nom text not null check (nom <> ''),
  numero text not null check (numero <> ''),
  tri integer not null default 0,
  version bigint not null default 1,
  primary key (sis_key, id)
);

--!tenant app.telephones_utiles, graphql telephone_utile, versioned, marks listes, texts nom numero, neutral tri
drop policy if exists lecture on app.telephones_utiles;
create policy lecture on app.telephones_utiles for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.telephones_utiles;
-- A number is also added by those who note a call (nouveau_numero).
create policy ajout on app.telephones_utiles for insert
  with check (sis_key = request.sis_with('sis.config', 'intervention.modification'));
drop policy if exists modification on app.telephones_utiles;
create policy modification on app.telephones_utiles for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.telephones_utiles;
create policy suppression on app.telephones_utiles for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.telephones_utiles to caserne_api;
grant insert (nom, numero, tri), update (nom, numero, tri) on app.telephones_utiles to caserne_api;

comment on table app.telephones_utiles is 'Telephone numbers that a station wants at hand. Numbers of people are in app.telephones.';
comment on constraint telephones_utiles_nom_check on app.telephones_utiles is 'nom: Ce champ est obligatoire.';
comment on constraint telephones_utiles_numero_check on app.telephones_utiles is 'numero: Ce champ est obligatoire.';
