create or replace function api.as_json(fonction app.sapeur_fonctions) returns json
  language sql stable
as $$
  select json_build_object(
    'id', fonction.id,
    'sapeur_id', fonction.sapeur_id,
    'fonction_id', fonction.fonction_id,
    'debut', fonction.debut,
    'fin', fonction.fin,
    'remarque', fonction.remarque
  )
$$;
comment on function api.as_json(app.sapeur_fonctions) is
  'A function of a sapeur, with its period, on the wire.';
grant execute on function api.as_json(app.sapeur_fonctions) to caserne_api;
