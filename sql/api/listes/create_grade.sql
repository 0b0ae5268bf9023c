create or replace function api.create_grade(body jsonb) returns json
  language sql volatile
as $$
  insert into app.grades (designation, rang)
  select n.designation, coalesce(n.rang, 0)
    from jsonb_populate_record(null::app.grades, body) n
  returning api.as_json(grades)
$$;
comment on function api.create_grade(jsonb) is
  'Adds a grade to the caller''s SIS.';
grant execute on function api.create_grade(jsonb) to caserne_api;
