create or replace function api.create_groupe(body jsonb) returns json
  language sql volatile
as $$
  insert into app.groupes (type, no, designation, tri, parent_id)
  select coalesce(n.type, 1), coalesce(n.no, ''), n.designation, coalesce(n.tri, 0), n.parent_id
    from jsonb_populate_record(null::app.groupes, body) n
  returning api.as_json(groupes, null)
$$;
comment on function api.create_groupe(jsonb) is
  'Adds a group to the caller''s SIS.';
grant execute on function api.create_groupe(jsonb) to caserne_api;
