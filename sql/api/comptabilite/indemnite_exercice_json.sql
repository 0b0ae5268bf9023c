create or replace function api.as_json(indemnite app.indemnites_exercice) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indemnite.id,
    'fonction_id', indemnite.fonction_id,
    'tarif', indemnite.tarif::text,
    'type_unite_id', indemnite.type_unite_id,
    'compte_id', indemnite.compte_id,
    'ecriture_categorie_id', indemnite.ecriture_categorie_id,
    'type', indemnite.type
  )
$$;
comment on function api.as_json(app.indemnites_exercice) is
  'A tariff of exercices on the wire.';
grant execute on function api.as_json(app.indemnites_exercice) to caserne_api;
