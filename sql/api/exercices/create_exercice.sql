create or replace function api.create_exercice(body jsonb) returns json
  language sql volatile
as $$
  insert into app.exercices (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id)
  select n.designation, n.date, n.heure, n.duree, coalesce(n.lieu, ''), coalesce(n.communications, ''), n.localite_id,
         n.exercice_categorie_id
    from jsonb_populate_record(null::app.exercices, body) n
  returning api.as_json(exercices)
$$;
comment on function api.create_exercice(jsonb) is
  'Adds an exercice to the caller''s SIS, à saisir, in the accounting year of its day. PT409 when the year is closed.';
grant execute on function api.create_exercice(jsonb) to caserne_api;
