create or replace function api.update_grade(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.grades g
     set (designation, rang) = (
       select n.designation, n.rang from jsonb_populate_record(g, body) n
     )
   where g.sis_key = request.sis_key()
     and g.id = update_grade.id
  returning api.as_json(g)
$$;
comment on function api.update_grade(bigint, jsonb) is
  'Changes a grade; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_grade(bigint, jsonb) to caserne_api;
