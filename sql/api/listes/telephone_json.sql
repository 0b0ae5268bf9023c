create or replace function api.as_json(telephone app.telephones_utiles) returns json
  language sql stable
as $$
  select json_build_object('id', telephone.id, 'nom', telephone.nom, 'numero', telephone.numero, 'tri', telephone.tri)
$$;
comment on function api.as_json(app.telephones_utiles) is
  'A useful telephone number on the wire.';
grant execute on function api.as_json(app.telephones_utiles) to caserne_api;
