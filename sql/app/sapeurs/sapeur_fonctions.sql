create table if not exists app.sapeur_fonctions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  fonction_id bigint not null,
  debut date not null,
  fin date,
  remarque text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, fonction_id) references app.fonctions,
  check (debut <= fin),
  -- On expressions, as in app.mutations.
  constraint sapeur_fonctions_sis_key_sapeur_id_fonction_id_daterange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, (fonction_id + 0) with =, daterange(debut, fin, '[]') with &&)
);
create index if not exists sapeur_fonctions_sapeur_id_idx on app.sapeur_fonctions (sis_key, sapeur_id, debut);
create index if not exists sapeur_fonctions_fonction_id_idx on app.sapeur_fonctions (sis_key, fonction_id);

--!tenant app.sapeur_fonctions, graphql sapeur_fonction, part of sapeurs, versioned, marks sapeurs, analysts,
--!  person sapeur_id modifie,
--!  personal remarque, kept fonction_id debut fin
drop policy if exists lecture on app.sapeur_fonctions;
create policy lecture on app.sapeur_fonctions for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeur_fonctions;
create policy soi on app.sapeur_fonctions for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_fonctions;
create policy ajout on app.sapeur_fonctions for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeur_fonctions;
create policy modification on app.sapeur_fonctions for update
  using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeur_fonctions;
create policy suppression on app.sapeur_fonctions for delete
  using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeur_fonctions to caserne_api;
grant insert (sapeur_id, fonction_id, debut, fin, remarque),
  update (fonction_id, debut, fin, remarque)
  on app.sapeur_fonctions to caserne_api;
grant select (sis_key, id, sapeur_id, fonction_id, debut, fin)
  on app.sapeur_fonctions to caserne_analyst, caserne_national;

drop trigger if exists _010_lock_sapeur on app.sapeur_fonctions;
create trigger _010_lock_sapeur before insert on app.sapeur_fonctions
  for each row execute function app.tg_lock_sapeur();

comment on table app.sapeur_fonctions is 'Functions that people held, from when to when. Two periods of one function never overlap.';
comment on constraint sapeur_fonctions_check on app.sapeur_fonctions is 'fin: La fin précède le début.';
comment on constraint sapeur_fonctions_sis_key_sapeur_id_fonction_id_daterange_excl on app.sapeur_fonctions is 'Cette période en chevauche une autre de la même fonction';
comment on constraint sapeur_fonctions_sis_key_fonction_id_fkey on app.sapeur_fonctions is 'fonction_id: Cette fonction n’existe pas. | Cette fonction est exercée par un sapeur';
