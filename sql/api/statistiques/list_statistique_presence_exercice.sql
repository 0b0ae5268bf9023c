create or replace function api.list_statistique_presence_exercice(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(json_build_object(
           'id', p.sapeur_id,
           'nom_prenom', s.nom_prenom,
           'nom', s.nom,
           'prenom', s.prenom,
           'nb', p.nb,
           'heures', stats.heures(p.secondes),
           'convoque', p.convoque,
           'absent', p.absent,
           'remplace', p.remplace,
           'excuse', p.excuse
         ) order by s.nom_prenom, p.sapeur_id) filter (where p.sapeur_id is not null), '[]')
    from app.exercices_comptables e
    left join lateral stats.presence_exercice(e.id) p on true
    left join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
   where e.sis_key = request.sis_key()
     and e.id = list_statistique_presence_exercice.id
   group by e.id
$$;
comment on function api.list_statistique_presence_exercice(bigint) is
  'Number of exercices of an accounting year at which each sapeur was present, by name, with the hours and the other results of their convocations; null when the year does not exist.';
grant execute on function api.list_statistique_presence_exercice(bigint) to caserne_api;
