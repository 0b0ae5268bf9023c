create or replace function api.as_json(groupe app.groupes, sapeur_ids json) returns json
  language sql stable
as $$
  select json_build_object(
    'id', groupe.id,
    'type', groupe.type,
    'no', groupe.no,
    'designation', groupe.designation,
    'tri', groupe.tri,
    'parent_id', groupe.parent_id,
    'sapeur_ids', coalesce(sapeur_ids, '[]')
  )
$$;
comment on function api.as_json(app.groupes, json) is 'A group on the wire, with its members (null: none).';
grant execute on function api.as_json(app.groupes, json) to caserne_api;
