create or replace function stats.presence_intervention(exercice_comptable_id bigint) returns json
  language sql stable
as $$
  -- Materialized: counted once, not once for each name.
  with presences as materialized (
    select p.*
      from stats.presences_interventions p
     where p.sis_key = request.sis_key()
       and p.exercice_comptable_id = presence_intervention.exercice_comptable_id
  )
  select coalesce(json_agg(json_build_object(
           'sapeur_id', p.sapeur_id,
           'nom', s.nom,
           'prenom', s.prenom,
           'nb', p.nb,
           'heures', stats.heures(p.secondes),
           'taux', p.taux
         ) order by s.nom_prenom, p.sapeur_id), '[]')
    from presences p
    join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
$$;
comment on function stats.presence_intervention(bigint) is
  'Rows of stats.presences_interventions for an accounting year with names, in wire shape.';
grant execute on function stats.presence_intervention(bigint) to caserne_api;
