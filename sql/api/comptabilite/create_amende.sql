create or replace function api.create_amende(body jsonb) returns json
  language sql volatile
as $$
  insert into app.amendes
    (rang, montant, compte_id)
  select n.rang, n.montant, n.compte_id
    from jsonb_populate_record(null::app.amendes, body) n
  returning api.as_json(amendes)
$$;
comment on function api.create_amende(jsonb) is
  'Adds a fine to the caller''s SIS.';
grant execute on function api.create_amende(jsonb) to caserne_api;
