create or replace function api.as_json(grade app.grades) returns json
  language sql stable
as $$
  select json_build_object('id', grade.id, 'designation', grade.designation, 'rang', grade.rang)
$$;
comment on function api.as_json(app.grades) is
  'A grade on the wire.';
grant execute on function api.as_json(app.grades) to caserne_api;
