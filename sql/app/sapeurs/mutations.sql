create table if not exists app.mutations (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  localite_id bigint references app.localites,
  incorporation date not null,
  sortie date,
  motif text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  check (incorporation <= sortie),
  -- The index is on expressions that no query uses. The planner would otherwise take it to look up a sapeur, at ten
  -- times the real cost; and an analyst could make it count rows of another SIS (docs/reference/analyst-access.md).
  constraint mutations_sis_key_sapeur_id_daterange_excl
    exclude using gist ((sis_key || '') with =, (sapeur_id + 0) with =, daterange(incorporation, sortie, '[]') with &&)
);
create index if not exists mutations_localite_id_idx on app.mutations (sis_key, localite_id);
create index if not exists mutations_sapeur_id_idx on app.mutations (sis_key, sapeur_id, incorporation);

--!tenant app.mutations, graphql mutation, part of sapeurs, versioned, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification,
--!  analysts, person sapeur_id modifie, personal localite_id motif, kept incorporation sortie
drop policy if exists lecture on app.mutations;
create policy lecture on app.mutations for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.mutations;
create policy soi on app.mutations for select using (sapeur_id = request.sapeur_id());
-- For app.periodes_service, whose documents of pay say how long someone served, and for api.list_repreneurs.
drop policy if exists interne on app.mutations;
create policy interne on app.mutations for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config')
    or (sis_key = request.sis_key() and request.sapeur_id() is not null));
drop policy if exists ajout on app.mutations;
create policy ajout on app.mutations for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.mutations;
create policy modification on app.mutations for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.mutations;
create policy suppression on app.mutations for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.mutations to caserne_api;
grant insert (sapeur_id, localite_id, incorporation, sortie, motif),
  update (localite_id, incorporation, sortie, motif)
  on app.mutations to caserne_api;
grant select (sis_key, id, sapeur_id, incorporation, sortie)
  on app.mutations to caserne_analyst, caserne_national;

drop trigger if exists _010_lock_sapeur on app.mutations;
create trigger _010_lock_sapeur before insert on app.mutations
  for each row execute function app.tg_lock_sapeur();
drop trigger if exists _200_annuaire on app.mutations;
create trigger _200_annuaire after insert or delete or update of sapeur_id, incorporation, sortie on app.mutations
  for each row execute function app.tg_annuaire('sapeur_id');

comment on table app.mutations is 'Periods of service, from incorporation to sortie; sortie is null while someone serves. Periods of a sapeur never overlap.';
comment on constraint mutations_check on app.mutations is 'sortie: La sortie précède l’incorporation.';
comment on constraint mutations_localite_id_fkey on app.mutations is 'localite_id: Cette localité n’existe pas.';
comment on constraint mutations_sis_key_sapeur_id_daterange_excl on app.mutations is 'Cette période en chevauche une autre du même sapeur';
