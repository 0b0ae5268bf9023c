create or replace function api.update_sapeur_groupe(id bigint, groupe_sapeur_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.groupe_sapeurs t
     set groupe_id = (select n.groupe_id from jsonb_populate_record(t, body) n)
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_groupe.id
     and t.id = groupe_sapeur_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_groupe(bigint, bigint, jsonb) is
  'Moves a sapeur to another group. Null when the membership does not exist.';
grant execute on function api.update_sapeur_groupe(bigint, bigint, jsonb) to caserne_api;
