create or replace function api.as_json(indemnite app.indemnites_annuelles) returns json
  language sql stable
as $$
  select json_build_object(
    'id', indemnite.id,
    'fonction_id', indemnite.fonction_id,
    'designation', indemnite.designation,
    'tarif', indemnite.tarif::text,
    'type_unite_id', indemnite.type_unite_id,
    'cumulable', indemnite.cumulable,
    'compte_id', indemnite.compte_id,
    'ecriture_categorie_id', indemnite.ecriture_categorie_id,
    'type', indemnite.type
  )
$$;
comment on function api.as_json(app.indemnites_annuelles) is
  'A yearly allowance on the wire.';
grant execute on function api.as_json(app.indemnites_annuelles) to caserne_api;
