create or replace function api.update_groupe(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.groupes g
     set (type, no, designation, tri, parent_id) = (
       select n.type, n.no, n.designation, n.tri, n.parent_id from jsonb_populate_record(g, body) n
     )
   where g.sis_key = request.sis_key()
     and g.id = update_groupe.id
  returning api.as_json(g, (select m.sapeur_ids from app.groupe_membres() m where m.groupe_id = g.id))
$$;
comment on function api.update_groupe(bigint, jsonb) is
  'Changes a group; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_groupe(bigint, jsonb) to caserne_api;
