create or replace function api.as_json(grade app.sapeur_grades) returns json
  language sql stable
as $$
  select json_build_object(
    'id', grade.id,
    'sapeur_id', grade.sapeur_id,
    'grade_id', grade.grade_id,
    'debut', grade.debut,
    'fin', grade.fin,
    'remarque', grade.remarque
  )
$$;
comment on function api.as_json(app.sapeur_grades) is
  'A grade of a sapeur, with its period, on the wire.';
grant execute on function api.as_json(app.sapeur_grades) to caserne_api;
