-- Of the sapeurs those who were there at least once: who else served that year, the readers of figures may not all know.
create or replace function api.list_statistique_presence_intervention(id bigint) returns json
  language sql stable
as $$
  with interventions as (
    select i.id
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.exercice_comptable_id = list_statistique_presence_intervention.id
  ),
  presences as (
    select p as presence, p.id, p.sapeur_id, p.intervention_id, p.debut, extract(epoch from p.fin - p.debut) as secondes
      from interventions i
      join app.intervention_sapeurs p on p.sis_key = request.sis_key() and p.intervention_id = i.id
  ),
  sapeurs as (
    select p.sapeur_id, s.nom_prenom, s.nom, s.prenom, count(distinct p.intervention_id) as nb, sum(p.secondes) as secondes
      from presences p
      join app.sapeurs s on s.sis_key = request.sis_key() and s.id = p.sapeur_id
     group by p.sapeur_id, s.nom_prenom, s.nom, s.prenom
  )
  select json_build_object(
           'data', coalesce((select json_agg(api.as_json(p.presence, z.fuseau) order by p.debut, p.id) from presences p), '[]'),
           'sapeurs', coalesce((
             select json_agg(json_build_object(
                      'sapeur_id', s.sapeur_id,
                      'nom', s.nom,
                      'prenom', s.prenom,
                      'nb', s.nb,
                      'heures', stats.heures(s.secondes),
                      'taux', round(s.nb::numeric / n.nb, 4)
                    ) order by s.nom_prenom, s.sapeur_id)
               from sapeurs s
           ), '[]'),
           'interventions', n.nb
         )
    from app.exercices_comptables e
    join app.sis z on z.sis_key = e.sis_key
   cross join (select count(*) as nb from interventions) n
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_presence_intervention.id
$$;
comment on function api.list_statistique_presence_intervention(bigint) is
  'Presences at the interventions of an accounting year by their beginning, who was at how many of them for how long and which part of all they are (0 to 1), and how many they are; null when there is no such year.';
grant execute on function api.list_statistique_presence_intervention(bigint) to caserne_api;
