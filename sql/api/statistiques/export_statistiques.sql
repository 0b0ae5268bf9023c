-- Calls the functions of the endpoints, so that files and answers have the same figures.
create or replace function api.export_statistiques(id bigint, figures text default null) returns json
  language sql stable
as $$
  select json_build_object(
           'sis_key', e.sis_key,
           'annee', e.annee,
           'tableaux', (
             select json_agg(json_build_object(
                      'figures', f.nom,
                      -- Only the requested branch is computed.
                      'lignes', case f.nom
                                  when 'stat-federal' then stats.categories('stat_federal', e.id, null, null)
                                  when 'stat-intervention' then stats.categories('stat_intervention', e.id, null, null)
                                  when 'type-intervention' then api.list_statistique_type_intervention(e.id)
                                  when 'intervention-traitement' then api.list_statistique_intervention_traitement(e.id)
                                  when 'vehicule' then api.list_statistique_vehicule(e.id)
                                  when 'materiel' then api.list_statistique_materiel(e.id)
                                  when 'presence-exercice' then api.list_statistique_presence_exercice(e.id)
                                  when 'presence-intervention' then stats.presence_intervention(e.id)
                                  when 'mensuel' then api.list_statistique_mensuel(e.id)
                                end
                    ) order by f.ordre)
               from unnest(array[
                      'stat-federal', 'stat-intervention', 'type-intervention', 'intervention-traitement', 'vehicule', 'materiel',
                      'presence-exercice', 'presence-intervention', 'mensuel'
                    ]) with ordinality as f (nom, ordre)
              where export_statistiques.figures is null
                 or f.nom = export_statistiques.figures
           )
         )
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = export_statistiques.id
$$;
comment on function api.export_statistiques(bigint, text) is
  'Tables of figures of an accounting year for an exported file, all or one (stat-federal, vehicule, …), with designations beside ids; null when the year does not exist.';
grant execute on function api.export_statistiques(bigint, text) to caserne_api;
