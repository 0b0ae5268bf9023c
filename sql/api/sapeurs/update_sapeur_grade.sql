create or replace function api.update_sapeur_grade(id bigint, sapeur_grade_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.sapeur_grades t
     set (grade_id, debut, fin, remarque) = (
       select n.grade_id, n.debut, n.fin, coalesce(n.remarque, '')
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_grade.id
     and t.id = sapeur_grade_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_grade(bigint, bigint, jsonb) is
  'Changes a grade of a sapeur; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_grade(bigint, bigint, jsonb) to caserne_api;
