create or replace function api.as_json(fonction app.sapeur_fonctions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', fonction.id,
    'fonction_id', fonction.fonction_id,
    'debut', fonction.debut,
    'fin', fonction.fin,
    'remarque', fonction.remarque
  )
$$;
comment on function api.as_json(app.sapeur_fonctions) is
  'A period in which a sapeur holds a function, on the wire.';
grant execute on function api.as_json(app.sapeur_fonctions) to caserne_api;
