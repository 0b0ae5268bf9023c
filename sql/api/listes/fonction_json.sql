create or replace function api.as_json(fonction app.fonctions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', fonction.id,
    'designation', fonction.designation,
    'nom', fonction.designation,
    'rang', fonction.rang,
    'chef', fonction.chef,
    'actif', true,
    'statut', 1
  )
$$;
comment on function api.as_json(app.fonctions) is 'A function on the wire. Clients know its designation by two names, and ask whether it is in use: every function is.';
grant execute on function api.as_json(app.fonctions) to caserne_api;
