create table if not exists app.intervention_materiels (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  materiel_id bigint not null,
  quantite numeric(10, 2) not null check (quantite > 0),
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade,
  unique (sis_key, intervention_id, materiel_id),
  foreign key (sis_key, materiel_id) references app.materiels
);
create index if not exists intervention_materiels_materiel_id_idx on app.intervention_materiels (sis_key, materiel_id);

alter table app.intervention_materiels enable row level security;
alter table app.intervention_materiels force row level security;
drop policy if exists locataire on app.intervention_materiels;
create policy locataire on app.intervention_materiels as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.intervention_materiels;
create policy octroi on app.intervention_materiels as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.intervention_materiels;
create policy analyste on app.intervention_materiels for select to caserne_analyst using (true);
drop policy if exists national on app.intervention_materiels;
create policy national on app.intervention_materiels for select to caserne_national using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);
drop policy if exists lecture on app.intervention_materiels;
create policy lecture on app.intervention_materiels for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_materiels;
create policy ajout on app.intervention_materiels for insert
  with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.intervention_materiels;
create policy modification on app.intervention_materiels for update
  using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists suppression on app.intervention_materiels;
create policy suppression on app.intervention_materiels for delete
  using (sis_key = request.sis_with('intervention.modification'));

grant select, delete on app.intervention_materiels to caserne_api;
grant insert (intervention_id, materiel_id, quantite),
  update (materiel_id, quantite)
  on app.intervention_materiels to caserne_api;
grant select (sis_key, id, intervention_id, materiel_id, quantite)
  on app.intervention_materiels to caserne_analyst, caserne_national;

drop trigger if exists _100_ouverte on app.intervention_materiels;
create trigger _100_ouverte before insert or update or delete on app.intervention_materiels
  for each row execute function app.tg_ouverte();
drop trigger if exists _850_contenu on app.intervention_materiels;
create trigger _850_contenu after insert or update or delete on app.intervention_materiels
  for each row execute function app.tg_contenu('interventions', 'intervention_id');
drop trigger if exists _870_changement on app.intervention_materiels;
create trigger _870_changement after insert or update or delete on app.intervention_materiels
  for each row execute function audit.tg_changement('interventions');
drop trigger if exists _880_changement on app.intervention_materiels;
create trigger _880_changement after truncate on app.intervention_materiels
  for each statement execute function audit.tg_changement('interventions');
drop trigger if exists _900_journal on app.intervention_materiels;
create trigger _900_journal after insert or update or delete on app.intervention_materiels
  for each row execute function audit.tg_journal();

comment on table app.intervention_materiels is 'Materials that an intervention consumed or lent.';
comment on constraint intervention_materiels_sis_key_materiel_id_fkey on app.intervention_materiels is 'materiel_id: Ce matériel n’existe pas. | Ce matériel est lié à une intervention';
comment on constraint intervention_materiels_sis_key_intervention_id_materiel_id_key on app.intervention_materiels is 'Ce matériel est déjà lié à l’intervention';
comment on constraint intervention_materiels_quantite_check on app.intervention_materiels is 'quantite: La quantité doit être supérieure à 0.';
