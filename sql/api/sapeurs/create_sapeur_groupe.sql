create or replace function api.create_sapeur_groupe(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.groupe_sapeurs (sapeur_id, groupe_id)
  select s.id, n.groupe_id
    from app.sapeurs s, jsonb_populate_record(null::app.groupe_sapeurs, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_groupe.id
  returning api.as_json(groupe_sapeurs)
$$;
comment on function api.create_sapeur_groupe(bigint, jsonb) is
  'Adds a sapeur to a group. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_groupe(bigint, jsonb) to caserne_api;
