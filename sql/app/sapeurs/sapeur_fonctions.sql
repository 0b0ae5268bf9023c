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

alter table app.sapeur_fonctions enable row level security;
alter table app.sapeur_fonctions force row level security;
drop policy if exists locataire on app.sapeur_fonctions;
create policy locataire on app.sapeur_fonctions as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.sapeur_fonctions;
create policy octroi on app.sapeur_fonctions as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.sapeur_fonctions;
create policy analyste on app.sapeur_fonctions for select to caserne_analyst using (true);
drop policy if exists national on app.sapeur_fonctions;
create policy national on app.sapeur_fonctions for select to caserne_national using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);
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
drop trigger if exists _020_version on app.sapeur_fonctions;
create trigger _020_version before update on app.sapeur_fonctions
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _850_contenu on app.sapeur_fonctions;
create trigger _850_contenu after insert or update or delete on app.sapeur_fonctions
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.sapeur_fonctions;
create trigger _870_changement after insert or update or delete on app.sapeur_fonctions
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.sapeur_fonctions;
create trigger _880_changement after truncate on app.sapeur_fonctions
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.sapeur_fonctions;
create trigger _900_journal after insert or update or delete on app.sapeur_fonctions
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on app.sapeur_fonctions;
create trigger _950_if_match after update or delete on app.sapeur_fonctions
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.sapeur_fonctions is 'Functions that people held, from when to when. Two periods of one function never overlap.';
comment on constraint sapeur_fonctions_check on app.sapeur_fonctions is 'fin: La fin précède le début.';
comment on constraint sapeur_fonctions_sis_key_sapeur_id_fonction_id_daterange_excl on app.sapeur_fonctions is 'Cette période en chevauche une autre de la même fonction';
comment on constraint sapeur_fonctions_sis_key_fonction_id_fkey on app.sapeur_fonctions is 'fonction_id: Cette fonction n’existe pas. | Cette fonction est exercée par un sapeur';
