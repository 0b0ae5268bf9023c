create or replace function api.delete_grade(id bigint) returns json
  language sql volatile
as $$
  delete from app.grades g
   where g.sis_key = request.sis_key()
     and g.id = delete_grade.id
  returning 'true'::json
$$;
comment on function api.delete_grade(bigint) is
  'Removes a grade that nobody has. Null when it does not exist.';
grant execute on function api.delete_grade(bigint) to caserne_api;
