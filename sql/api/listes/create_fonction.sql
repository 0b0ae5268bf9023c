create or replace function api.create_fonction(body jsonb) returns json
  language sql volatile
as $$
  insert into app.fonctions (designation, rang, chef)
  select n.designation, coalesce(n.rang, 0), coalesce(n.chef, false)
    from jsonb_populate_record(null::app.fonctions, app.accept_alias(body, 'designation', 'nom')) n
  returning api.as_json(fonctions)
$$;
comment on function api.create_fonction(jsonb) is
  'Adds a function to the caller''s SIS.';
grant execute on function api.create_fonction(jsonb) to caserne_api;
