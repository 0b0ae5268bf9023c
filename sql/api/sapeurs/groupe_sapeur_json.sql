create or replace function api.as_json(membre app.groupe_sapeurs) returns json
  language sql stable
as $$
  select json_build_object('id', membre.id, 'groupe_id', membre.groupe_id)
$$;
comment on function api.as_json(app.groupe_sapeurs) is
  'That a sapeur belongs to a group, on the wire.';
grant execute on function api.as_json(app.groupe_sapeurs) to caserne_api;
