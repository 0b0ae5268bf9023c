create or replace function api.as_json(exercice app.exercices, sapeurs json) returns json
  language sql stable
as $$
  select to_json(c) from (select f.*, sapeurs from api.exercice_json(exercice) f) c
$$;
comment on function api.as_json(app.exercices, json) is
  'An exercice on the wire with its convocations.';
grant execute on function api.as_json(app.exercices, json) to caserne_api;
