-- Only sapeurs who were present at least once: not every reader of figures may know who else served that year.
create or replace function api.list_statistique_presence_intervention(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'data', (
             select coalesce(json_agg(l order by p.debut, p.id), '[]')
               from stats.interventions i
              cross join lateral (
                select p.id, p.sapeur_id, p.intervention_id, p.debut, p.fin, p.piquet
                  from app.intervention_sapeurs p
                 where p.sis_key = i.sis_key
                   and p.intervention_id = i.id
                -- offset 0: as in stats.vehicules.
                offset 0
              ) p
               left join app.sapeurs s on s.sis_key = i.sis_key and s.id = p.sapeur_id
              cross join lateral (
                select p.id, p.sapeur_id, p.intervention_id, request.local_instant(p.debut, z.fuseau) as debut,
                       request.local_instant(p.fin, z.fuseau) as fin, p.piquet, s.nom_prenom, i.numero
              ) l
              where i.sis_key = e.sis_key
                and i.annee = e.annee
           ),
           'sapeurs', stats.presence_intervention(e.id),
           'interventions', (
             select count(*)
               from stats.interventions i
              where i.sis_key = e.sis_key
                and i.annee = e.annee
           )
         )
    from app.exercices_comptables e
    join app.sis z on z.sis_key = e.sis_key
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_presence_intervention.id
$$;
comment on function api.list_statistique_presence_intervention(bigint) is
  'Presences at the interventions of an accounting year by start, the number, hours and share (0 to 1) of interventions of each sapeur, and the number of interventions; null when the year does not exist.';
grant execute on function api.list_statistique_presence_intervention(bigint) to caserne_api;
