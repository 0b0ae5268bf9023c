create or replace function api.create_localite_sis(body jsonb) returns json
  language sql volatile
as $$
  insert into app.localites_sis (localite_id)
  select n.localite_id from jsonb_populate_record(null::app.localites_sis, body) n
  returning json_build_object('localite_id', localite_id)
$$;
comment on function api.create_localite_sis(jsonb) is 'Adds a place that the caller''s SIS serves.';
grant execute on function api.create_localite_sis(jsonb) to caserne_api;
