create or replace function api.create_compte(body jsonb) returns json
  language sql volatile
as $$
  insert into app.comptes
    (numero, designation, produit, tri)
  select n.numero, n.designation, coalesce(n.produit, false), coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.comptes, body) n
  returning api.as_json(comptes)
$$;
comment on function api.create_compte(jsonb) is
  'Adds an account to the caller''s SIS.';
grant execute on function api.create_compte(jsonb) to caserne_api;
