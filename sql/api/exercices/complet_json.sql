create or replace function api.as_json(exercice app.exercices, sapeurs json) returns json
  language sql stable
as $$
  select (api.as_json(exercice)::jsonb || jsonb_build_object('sapeurs', sapeurs))::json
$$;
comment on function api.as_json(app.exercices, json) is
  'An exercice on the wire with its convocations.';
grant execute on function api.as_json(app.exercices, json) to caserne_api;
