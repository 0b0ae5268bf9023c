-- Lists have this function in FROM, for the reason given at api.ecriture_json.
create or replace function api.exercice_json(exercice app.exercices)
  returns table (
    id bigint, designation text, date date, heure time, duree integer, lieu text, communications text, statut smallint,
    localite_id bigint, exercice_categorie_id bigint, exercice_comptable_id bigint, created_at text, updated_at text
  )
  language sql stable
as $$
  select exercice.id, exercice.designation, exercice.date, exercice.heure, exercice.duree, exercice.lieu,
         exercice.communications, exercice.statut, exercice.localite_id, exercice.exercice_categorie_id,
         exercice.exercice_comptable_id, request.utc_micros(exercice.created_at), request.utc_micros(exercice.updated_at)
$$;
comment on function api.exercice_json(app.exercices) is
  'The fields of an exercice on the wire, without its convocations.';
grant execute on function api.exercice_json(app.exercices) to caserne_api;

create or replace function api.as_json(exercice app.exercices) returns json
  language sql stable
as $$
  select to_json(f) from api.exercice_json(exercice) f
$$;
comment on function api.as_json(app.exercices) is
  'An exercice on the wire, without its convocations.';
grant execute on function api.as_json(app.exercices) to caserne_api;
