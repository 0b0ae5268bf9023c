create or replace function api.get_exercice(id bigint) returns json
  language sql stable
as $$
  select api.as_json(e, api.list_exercice_sapeurs(e.id))
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = get_exercice.id
$$;
comment on function api.get_exercice(bigint) is
  'One exercice of the caller''s SIS with its convocations, or null when there is none to see.';
grant execute on function api.get_exercice(bigint) to caserne_api;
