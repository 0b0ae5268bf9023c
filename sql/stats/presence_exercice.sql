-- Definer: who reads the figures of a SIS (intervention.lecture) may not read its exercices, of which this shows no more than sums.
create or replace function stats.presence_exercice(exercice_comptable_id bigint)
  returns table (sapeur_id bigint, nb bigint, minutes bigint, convoque bigint, absent bigint, remplace bigint, excuse bigint)
  language sql stable security definer set search_path = ''
as $$
  select s.sapeur_id, count(*) filter (where s.present), coalesce(sum(e.duree) filter (where s.present), 0),
         count(*) filter (where s.convoque), count(*) filter (where s.absent), count(*) filter (where s.remplace),
         count(*) filter (where s.excuse_type_id is not null)
    from app.exercices e
    join app.exercice_sapeurs s on s.sis_key = e.sis_key and s.exercice_id = e.id
   where e.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
     and e.exercice_comptable_id = presence_exercice.exercice_comptable_id
     -- What was cancelled is not counted.
     and e.statut > 0
   group by s.sapeur_id
$$;
comment on function stats.presence_exercice(bigint) is
  'By sapeur, at how many exercices of an accounting year he was, for how many minutes, to how many he was convoked, and what else came of it. Definer: of exercices the reader of figures may see sums only.';
grant execute on function stats.presence_exercice(bigint) to caserne_api;
