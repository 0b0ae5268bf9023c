-- Name and kind only, because interventions and alarms show them to everyone with a right in the SIS. Private
-- particulars never stand in this table.
create table if not exists app.sapeurs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 0 check (type between 0 and 2),
  nom text not null check (nom <> ''),
  prenom text not null check (prenom <> ''),
  suffixe text not null default '',
  civilite_id bigint references app.civilites,
  porteur boolean not null default false,
  desactive boolean not null default false,
  nom_prenom text generated always as (btrim(nom || ' ' || prenom || ' ' || suffixe)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  check (type <> 0 or not desactive)
);
create index if not exists sapeurs_nom_prenom_idx on app.sapeurs (sis_key, nom_prenom);
create index if not exists sapeurs_civilite_id_idx on app.sapeurs (sis_key, civilite_id);
create index if not exists sapeurs_liste_idx on app.sapeurs (sis_key, request.plain(nom_prenom), id);
-- By name in either order, as reports write it.
create index if not exists sapeurs_nom_idx on app.sapeurs (sis_key, request.plain(nom || ' ' || prenom));
create index if not exists sapeurs_prenom_idx on app.sapeurs (sis_key, request.plain(prenom || ' ' || nom));

--!tenant app.sapeurs, graphql sapeur, versioned, marks sapeurs, analysts, person id modifie,
--!  personal nom prenom suffixe nom_prenom, kept type civilite_id porteur desactive created_at updated_at
drop policy if exists lecture on app.sapeurs;
create policy lecture on app.sapeurs for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeurs;
create policy soi on app.sapeurs for select using (id = request.sapeur_id());
-- For app.nom_prenom.
drop policy if exists interne on app.sapeurs;
create policy interne on app.sapeurs for select to caserne_owner using (sis_key = request.sis_key() and request.sapeur_id() is not null);
drop policy if exists ajout on app.sapeurs;
create policy ajout on app.sapeurs for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.sapeurs;
create policy modification on app.sapeurs for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.sapeurs;
create policy suppression on app.sapeurs for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.sapeurs to caserne_api;
grant insert (type, nom, prenom, suffixe, civilite_id, porteur, desactive),
  update (type, nom, prenom, suffixe, civilite_id, porteur, desactive)
  on app.sapeurs to caserne_api;
grant select (sis_key, id, type, nom, prenom, suffixe, civilite_id, porteur, desactive, nom_prenom, created_at, updated_at)
  on app.sapeurs to caserne_analyst, caserne_national;

-- Not when only the version changes: rows that belong to the sapeur raise it without changing them.
drop trigger if exists _010_updated_at on app.sapeurs;
create trigger _010_updated_at before update on app.sapeurs
  for each row when (new.version = old.version) execute function app.tg_updated_at();
drop trigger if exists _200_annuaire on app.sapeurs;
create trigger _200_annuaire after insert or delete or update of type, nom, prenom, suffixe on app.sapeurs
  for each row execute function app.tg_annuaire('id');

comment on table app.sapeurs is 'People of a SIS: firefighters, recruits and civilians.';
comment on column app.sapeurs.type is '0 sapeur, 1 civil, 2 recrue.';
comment on column app.sapeurs.porteur is 'Whether they may wear breathing apparatus.';
comment on column app.sapeurs.desactive is 'Whether a civilian or recruit was taken out of service by hand. For a sapeur their mutations decide.';
comment on constraint sapeurs_check on app.sapeurs is 'actif: L’activité d’un sapeur suit ses mutations.';
comment on constraint sapeurs_nom_check on app.sapeurs is 'nom: Ce champ est obligatoire.';
comment on constraint sapeurs_prenom_check on app.sapeurs is 'prenom: Ce champ est obligatoire.';
comment on constraint sapeurs_civilite_id_fkey on app.sapeurs is 'civilite_id: Cette civilité n’existe pas.';
comment on constraint sapeurs_type_check on app.sapeurs is 'type: La valeur doit être l’une de : 0, 1, 2.';

-- The commander of a SIS is one of its people. app.sis is loaded before app.sapeurs, so its foreign key is added here.
-- Only where it is absent: adding it again would hold up writers of people.
do $$
begin
  if to_regclass('app.sis_sapeur_id_idx') is null then
    alter table app.sis add constraint sis_sapeur_id_fkey foreign key (sis_key, sapeur_id) references app.sapeurs;
    create index sis_sapeur_id_idx on app.sis (sis_key, sapeur_id);
  end if;
end;
$$;
comment on constraint sis_sapeur_id_fkey on app.sis is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est le commandant du SIS';
