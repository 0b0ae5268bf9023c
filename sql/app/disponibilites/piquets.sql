create table if not exists app.piquets (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  groupe_id bigint,
  fonction_id bigint,
  debut timestamptz not null,
  fin timestamptz not null,
  repreneur_id bigint,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, groupe_id) references app.groupes on delete set null (groupe_id),
  foreign key (sis_key, fonction_id) references app.fonctions on delete set null (fonction_id),
  foreign key (sis_key, repreneur_id) references app.sapeurs on delete set null (repreneur_id),
  check (debut < fin),
  check (repreneur_id <> sapeur_id),
  -- On expressions, as in app.mutations.
  constraint piquets_sis_key_sapeur_id_tstzrange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, tstzrange(debut, fin) with &&)
);
create index if not exists piquets_sapeur_id_idx on app.piquets (sis_key, sapeur_id, fin);
create index if not exists piquets_fin_idx on app.piquets (sis_key, fin, debut);
create index if not exists piquets_groupe_id_idx on app.piquets (sis_key, groupe_id);
create index if not exists piquets_fonction_id_idx on app.piquets (sis_key, fonction_id);
create index if not exists piquets_repreneur_id_idx on app.piquets (sis_key, repreneur_id) where repreneur_id is not null;

--!tenant app.piquets, graphql piquet, versioned, marks sapeurs, journal for sapeur.lecture sapeur.modification,
--!  person sapeur_id garde, kept groupe_id fonction_id debut fin repreneur_id
drop policy if exists lecture on app.piquets;
create policy lecture on app.piquets for select using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.piquets;
create policy soi on app.piquets for select using (sapeur_id = request.sapeur_id() or repreneur_id = request.sapeur_id());
drop policy if exists ajout on app.piquets;
create policy ajout on app.piquets for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.piquets;
create policy modification on app.piquets for update using (sis_key = request.sis_with('sapeur.modification'));
-- For the exchange between two people (app.lock_piquet), which changes nothing else of the row.
drop policy if exists interne on app.piquets;
create policy interne on app.piquets for select to caserne_owner
  using (sis_key = request.sis_key() and request.sapeur_id() is not null);
drop policy if exists echange on app.piquets;
create policy echange on app.piquets for update to caserne_owner
  using (sapeur_id = request.sapeur_id() or repreneur_id = request.sapeur_id())
  with check (sis_key = request.sis_key());
drop policy if exists suppression on app.piquets;
create policy suppression on app.piquets for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.piquets to caserne_api;
grant insert (sapeur_id, groupe_id, fonction_id, debut, fin), update (sapeur_id, groupe_id, fonction_id, debut, fin, repreneur_id)
  on app.piquets to caserne_api;

drop trigger if exists _050_lock_sapeur on app.piquets;
create trigger _050_lock_sapeur before insert or update of sapeur_id, debut, fin on app.piquets
  for each row execute function app.tg_lock_sapeur();

comment on table app.piquets is 'Who is on standby, and when. Nobody is on standby twice at a time.';
comment on column app.piquets.groupe_id is 'The group that the standby is for, or null.';
comment on column app.piquets.fonction_id is 'The function that the standby is for, such as that of the officer on duty, or null.';
comment on column app.piquets.repreneur_id is 'Who was asked to take it over, until they accept; null when nobody was.';
comment on constraint piquets_check on app.piquets is 'fin: La fin doit être après le début.';
comment on constraint piquets_check1 on app.piquets is 'sapeur_id: Ce sapeur a déjà ce piquet.';
comment on constraint piquets_sis_key_sapeur_id_tstzrange_excl on app.piquets is 'Ce sapeur est déjà de piquet à ce moment';
comment on constraint piquets_sis_key_sapeur_id_fkey on app.piquets is 'sapeur_id: Ce sapeur n’existe pas.';
comment on constraint piquets_sis_key_repreneur_id_fkey on app.piquets is 'sapeur_id: Ce sapeur n’existe pas.';
comment on constraint piquets_sis_key_groupe_id_fkey on app.piquets is 'groupe_id: Ce groupe n’existe pas.';
comment on constraint piquets_sis_key_fonction_id_fkey on app.piquets is 'fonction_id: Cette fonction n’existe pas.';
