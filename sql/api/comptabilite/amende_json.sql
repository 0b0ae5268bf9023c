create or replace function api.as_json(amende app.amendes) returns json
  language sql stable
as $$
  select json_build_object(
    'id', amende.id,
    'rang', amende.rang,
    'montant', amende.montant::text,
    'compte_id', amende.compte_id
  )
$$;
comment on function api.as_json(app.amendes) is
  'A fine on the wire.';
grant execute on function api.as_json(app.amendes) to caserne_api;
