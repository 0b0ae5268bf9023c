create or replace function api.create_exercice_comptable(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercices_comptables (annee, designation, debut, fin)
  select n.annee, coalesce(n.designation, n.annee::text),
         coalesce(n.debut, make_date(n.annee, 1, 1)), coalesce(n.fin, make_date(n.annee, 12, 31))
    from jsonb_populate_record(null::app.exercices_comptables, body) n
  returning api.as_json(exercices_comptables)
$$;
comment on function api.create_exercice_comptable(jsonb) is
  'Opens an accounting year of the caller''s SIS, by default the calendar year.';
grant execute on function api.create_exercice_comptable(jsonb) to caserne_api;
