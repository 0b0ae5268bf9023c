create or replace function api.as_json(permis app.sapeur_permis) returns json
  language sql stable
as $$
  select json_build_object(
    'id', permis.id,
    'sapeur_id', permis.sapeur_id,
    'permis_type_id', permis.permis_type_id,
    'date', permis.date
  )
$$;
comment on function api.as_json(app.sapeur_permis) is
  'A licence of a sapeur on the wire.';
grant execute on function api.as_json(app.sapeur_permis) to caserne_api;
