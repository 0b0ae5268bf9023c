create or replace function app.annonce_exercice(exercice app.exercices) returns json
  language sql stable
as $$
  select json_build_object(
    'id', exercice.id,
    'designation', exercice.designation,
    'date', exercice.date,
    'heure', exercice.heure,
    'duree', exercice.duree,
    'annule', exercice.statut = app.exercice_annule(),
    'lieu', exercice.lieu,
    'localite', coalesce((select l.nom from app.localites l where l.id = exercice.localite_id), ''),
    'categorie', coalesce(
      (
        select c.designation
          from app.exercice_categories c
         where c.sis_key = exercice.sis_key
           and c.id = exercice.exercice_categorie_id
      ),
      ''
    ),
    'communications', exercice.communications,
    'delai', exercice.date + (select s.delai_excuse from app.sis s where s.sis_key = exercice.sis_key)
  )
$$;
comment on function app.annonce_exercice(app.exercices) is
  'Facts of a call to an exercice, with names instead of ids; delai is the last day for excuses.';
grant execute on function app.annonce_exercice(app.exercices) to caserne_api;
