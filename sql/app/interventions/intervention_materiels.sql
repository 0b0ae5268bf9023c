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

--!tenant app.intervention_materiels, graphql intervention_materiel, part of interventions, marks interventions,
--!  analysts,
--!  neutral intervention_id materiel_id quantite
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

comment on table app.intervention_materiels is 'Materials that an intervention consumed or lent.';
comment on constraint intervention_materiels_sis_key_materiel_id_fkey on app.intervention_materiels is 'materiel_id: Ce matériel n’existe pas. | Ce matériel est lié à une intervention';
comment on constraint intervention_materiels_sis_key_intervention_id_materiel_id_key on app.intervention_materiels is 'Ce matériel est déjà lié à l’intervention';
comment on constraint intervention_materiels_quantite_check on app.intervention_materiels is 'quantite: La quantité doit être supérieure à 0.';
