-- Definer: readers of figures (intervention.lecture) may not read exercices, and see only sums here.
create or replace function stats.presence_exercice(exercice_comptable_id bigint)
  returns setof stats.presences_exercices
  language sql stable security definer set search_path = ''
as $$
  select p.*
    from stats.presences_exercices p
   where p.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
     and p.exercice_comptable_id = presence_exercice.exercice_comptable_id
$$;
comment on function stats.presence_exercice(bigint) is
  'Rows of stats.presences_exercices for an accounting year. Definer: readers of figures may see no more of exercices.';
grant execute on function stats.presence_exercice(bigint) to caserne_api;
