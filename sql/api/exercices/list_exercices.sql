-- In SQL, as in release 0.1.0 (docs/how-to/change-the-schema.md).
create or replace function api.list_exercices(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select api.page_exercices(exercice_comptable_id, apres, limite)
$$;
comment on function api.list_exercices(bigint, json, integer) is
  'Exercices of an accounting year of the caller''s SIS, or of the current one, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices(bigint, json, integer) to caserne_api;
