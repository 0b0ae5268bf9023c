create or replace function app.feuille_moyens(intervention app.interventions, sections text[], fuseau text) returns json
  language sql stable
as $$
  select json_build_object(
    'sapeurs', (
      select json_agg(
               json_build_object(
                 'nom_prenom', s.nom_prenom,
                 'grade', coalesce(g.designation, ''),
                 'debut', request.local_instant(p.debut, fuseau),
                 'fin', request.local_instant(p.fin, fuseau),
                 'secondes', extract(epoch from p.fin - p.debut)::bigint,
                 'piquet', p.piquet
               )
               order by p.debut, s.nom_prenom, p.id
             )
        from app.intervention_sapeurs p
       -- Lateral with offset 0: people are looked up by id, and not read for the whole SIS.
       cross join lateral (
         select i.nom_prenom from app.sapeurs i where i.sis_key = p.sis_key and i.id = p.sapeur_id offset 0
       ) s
        left join lateral (
          select r.designation
            from app.sapeur_grades sg
            join app.grades r on r.sis_key = sg.sis_key and r.id = sg.grade_id
           where sg.sis_key = p.sis_key
             and sg.sapeur_id = p.sapeur_id
             and sg.debut <= intervention.date_debut
             and (sg.fin is null or intervention.date_debut <= sg.fin)
           order by sg.debut desc, r.rang desc
           limit 1
        ) g on true
       where p.sis_key = intervention.sis_key
         and p.intervention_id = intervention.id
         and coalesce('sapeurs' = any (sections), true)
    ),
    'quittances', (
      select json_agg(s.nom_prenom order by s.nom_prenom, q.id)
        from app.intervention_quittances q
       cross join lateral (
         select i.nom_prenom from app.sapeurs i where i.sis_key = q.sis_key and i.id = q.sapeur_id offset 0
       ) s
       where q.sis_key = intervention.sis_key
         and q.intervention_id = intervention.id
         and coalesce('quittances' = any (sections), true)
    ),
    'groupes', (
      select json_agg(json_build_object('no', g.no, 'designation', g.designation) order by g.no, g.designation)
        from app.intervention_groupes g
       where g.sis_key = intervention.sis_key
         and g.intervention_id = intervention.id
         and coalesce('groupes' = any (sections), true)
    ),
    -- A reader of the intervention who may not read the lists of vehicles and materials sees their ids, as in its
    -- records.
    'vehicules', (
      select json_agg(
               json_build_object(
                 'designation', coalesce(v.designation, 'Véhicule ' || l.vehicule_id),
                 'immatriculation', coalesce(v.immatriculation, '')
               )
               order by v.tri, v.designation, l.id
             )
        from app.intervention_vehicules l
        left join app.vehicules v on v.sis_key = l.sis_key and v.id = l.vehicule_id
       where l.sis_key = intervention.sis_key
         and l.intervention_id = intervention.id
         and coalesce('vehicules' = any (sections), true)
    ),
    'materiels', (
      select json_agg(
               json_build_object(
                 'designation', coalesce(m.designation, 'Matériel ' || l.materiel_id),
                 'quantite', l.quantite::text,
                 'unite', coalesce(u.abreviation, '')
               )
               order by m.tri, m.designation, l.id
             )
        from app.intervention_materiels l
        left join app.materiels m on m.sis_key = l.sis_key and m.id = l.materiel_id
        left join app.unites u on u.id = m.type_unite_id
       where l.sis_key = intervention.sis_key
         and l.intervention_id = intervention.id
         and coalesce('materiels' = any (sections), true)
    )
  )
$$;
comment on function app.feuille_moyens(app.interventions, text[], text) is
  'People and means of an intervention, for its printed report: people with their grade of that day, quittances, groups, vehicles and materials; null where there are none, or the sections (null: all) leave them out.';
grant execute on function app.feuille_moyens(app.interventions, text[], text) to caserne_api;
