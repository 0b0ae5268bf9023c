create or replace function api.as_json(telephone app.telephones) returns json
  language sql stable
as $$
  select json_build_object(
    'id', telephone.id,
    'sapeur_id', telephone.sapeur_id,
    'telephone_type_id', telephone.telephone_type_id,
    'numero', telephone.numero,
    'e164', telephone.e164,
    'rta', telephone.rta,
    'priorite', telephone.priorite
  )
$$;
comment on function api.as_json(app.telephones) is
  'A telephone number of a sapeur on the wire.';
grant execute on function api.as_json(app.telephones) to caserne_api;
