-- The end is computed on the time line: a night in which the clocks change is an hour longer or shorter.
create or replace function app.evenement_exercice(
  exercice app.exercices, localite text, categorie text, fuseau text, modifie_at timestamptz
) returns jsonb
  language sql stable
as $$
  select jsonb_build_object(
    'uid', 'exercice-' || exercice.id || '@' || exercice.sis_key,
    'genre', 'exercice',
    'titre', exercice.designation,
    'debut', app.moment_calendrier(d.debut, fuseau),
    'fin', app.moment_calendrier(d.debut + make_interval(mins => exercice.duree), fuseau),
    'annule', exercice.statut = app.exercice_annule(),
    'lieu', concat_ws(', ', nullif(exercice.lieu, ''), localite),
    'texte', exercice.communications,
    'categorie', coalesce(categorie, ''),
    'created_at', request.utc(exercice.created_at),
    'modifie_at', request.utc(modifie_at)
  )
    from (select request.instant_of(exercice.date + exercice.heure, fuseau)) as d (debut)
$$;
comment on function app.evenement_exercice(app.exercices, text, text, text, timestamptz) is
  'An exercice as an event of a calendar, last changed at modifie_at, with the names of its place and category; its times are local times of the time zone.';
grant execute on function app.evenement_exercice(app.exercices, text, text, text, timestamptz) to caserne_api;
