create or replace function api.as_json(fonction app.fonctions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', fonction.id,
    'designation', fonction.designation,
    'nom', fonction.designation,
    'rang', fonction.rang,
    'chef', fonction.chef
  )
$$;
comment on function api.as_json(app.fonctions) is 'A function on the wire. Clients know its designation by two names.';
grant execute on function api.as_json(app.fonctions) to caserne_api;
