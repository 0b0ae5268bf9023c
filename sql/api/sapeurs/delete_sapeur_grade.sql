create or replace function api.delete_sapeur_grade(id bigint, sapeur_grade_id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeur_grades t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_grade.id
     and t.id = sapeur_grade_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_grade(bigint, bigint) is
  'Removes a grade of a sapeur. Null when it does not exist.';
grant execute on function api.delete_sapeur_grade(bigint, bigint) to caserne_api;
