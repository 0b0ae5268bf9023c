create or replace function api.create_telephone(body jsonb) returns json
  language sql volatile
as $$
  insert into app.telephones_utiles (nom, numero, tri)
  select n.nom, n.numero, coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.telephones_utiles, body) n
  returning api.as_json(telephones_utiles)
$$;
comment on function api.create_telephone(jsonb) is
  'Adds a useful telephone number to the caller''s SIS.';
grant execute on function api.create_telephone(jsonb) to caserne_api;
