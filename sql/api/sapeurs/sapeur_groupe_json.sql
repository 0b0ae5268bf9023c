create or replace function api.as_json(membre app.groupe_sapeurs) returns json
  language sql stable
as $$
  select json_build_object('id', membre.id, 'groupe_id', membre.groupe_id, 'sapeur_id', membre.sapeur_id)
$$;
comment on function api.as_json(app.groupe_sapeurs) is 'Membership of a sapeur in a group on the wire.';
grant execute on function api.as_json(app.groupe_sapeurs) to caserne_api;
