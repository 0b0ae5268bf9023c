create or replace function api.create_sapeur_grade(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.sapeur_grades (sapeur_id, grade_id, debut, fin, remarque)
  select s.id, n.grade_id, n.debut, n.fin, coalesce(n.remarque, '')
    from app.sapeurs s, jsonb_populate_record(null::app.sapeur_grades, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_grade.id
  returning api.as_json(sapeur_grades)
$$;
comment on function api.create_sapeur_grade(bigint, jsonb) is
  'Adds a grade to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_grade(bigint, jsonb) to caserne_api;
