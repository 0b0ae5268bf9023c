create or replace function app.feuille_deroulement(intervention app.interventions, sections text[], fuseau text) returns json
  language sql stable
as $$
  select coalesce(
           json_agg(
             json_build_object(
               'genre', e.genre,
               'debut', request.local_instant(e.debut, fuseau),
               'fin', request.local_instant(e.fin, fuseau),
               'titre', e.titre,
               'texte', e.texte,
               'qui', e.qui
             )
             order by e.debut, e.genre desc, e.id
           ),
           '[]'
         )
    from (
      select 'phase' as genre, p.id, p.debut, null as fin, t.designation as titre, '' as texte, '' as qui
        from app.intervention_phases p
        join app.phase_types t on t.id = p.phase_type_id
       where p.sis_key = intervention.sis_key
         and p.intervention_id = intervention.id
         and coalesce('phases' = any (sections), true)
      union all
      select 'mission', m.id, m.debut, m.fin, m.titre, m.resume,
             coalesce(
               (select s.nom_prenom from app.sapeurs s where s.sis_key = m.sis_key and s.id = m.sapeur_id), m.sapeur)
        from app.intervention_missions m
       where m.sis_key = intervention.sis_key
         and m.intervention_id = intervention.id
         and coalesce('missions' = any (sections), true)
      union all
      select 'jalon', j.id, j.date_time, null, j.titre, j.description,
             coalesce(
               (select s.nom_prenom from app.sapeurs s where s.sis_key = j.sis_key and s.id = j.sapeur_id), j.sapeur)
        from app.intervention_jalons j
       where j.sis_key = intervention.sis_key
         and j.intervention_id = intervention.id
         and coalesce('jalons' = any (sections), true)
      union all
      -- Without its number: the pages leave the service.
      select 'appel', a.id, a.date, null, a.nom, a.commentaire, ''
        from app.intervention_appels a
       where a.sis_key = intervention.sis_key
         and a.intervention_id = intervention.id
         and coalesce('appels' = any (sections), true)
    ) e
$$;
comment on function app.feuille_deroulement(app.interventions, text[], text) is
  'Events of an intervention, by time, for its printed report: phases, missions, jalons and telephone calls without their numbers, as far as the sections (null: all) have them.';
grant execute on function app.feuille_deroulement(app.interventions, text[], text) to caserne_api;
