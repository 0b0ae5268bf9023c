create or replace function api.create_excuses_type(body jsonb) returns json
  language sql volatile
as $$
  insert into app.excuses_types (designation, abreviation, tri)
  select n.designation, coalesce(n.abreviation, ''), coalesce(n.tri, 0)
    from jsonb_populate_record(null::app.excuses_types, body) n
  returning api.as_json(excuses_types)
$$;
comment on function api.create_excuses_type(jsonb) is
  'Adds a reason for excuses to the caller''s SIS.';
grant execute on function api.create_excuses_type(jsonb) to caserne_api;
