-- In SQL, as in release 0.1.0 (docs/how-to/change-the-schema.md).
create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select api.page_interventions(exercice_comptable_id, statut, du, au, type_intervention_id, apres, limite)
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) is
  'Interventions of the caller''s SIS, newest first, without any filter those of the current accounting year; a page after [date_debut, heure_debut, id].';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) to caserne_api;
