create or replace function app.feuille_intervention(id bigint, sections text[]) returns json
  language sql stable
as $$
  select json_build_object(
    'sis_key', i.sis_key,
    'nom', z.nom,
    'date', app.today(),
    'logo', app.logo_imprimable(),
    'intervention', json_build_object(
      'id', i.id,
      'numero', i.numero,
      'objet', i.objet,
      'date_debut', i.date_debut,
      'heure_debut', i.heure_debut,
      'date_fin', i.date_fin,
      'heure_fin', i.heure_fin,
      'secondes', extract(epoch from app.instant_fin(i) - app.instant_debut(i))::bigint,
      'lieu', i.lieu,
      'localite', coalesce((select l.nom from app.localites l where l.id = i.localite_id), ''),
      'wgs84', i.wgs84,
      'type', (
        select t.designation from app.types_intervention t where t.sis_key = i.sis_key and t.id = i.type_intervention_id
      ),
      'stat_federal', (select f.designation from app.stat_federal f where f.id = i.stat_federal_id),
      'degre', i.degre,
      'chef', coalesce(
        (select s.nom_prenom from app.sapeurs s where s.sis_key = i.sis_key and s.id = i.sapeur_id), ''),
      'responsable', i.responsable,
      'proprietaire', i.proprietaire,
      'rapport_police', i.rapport_police,
      'agent', i.agent,
      'sauve_personne', i.sauve_personne,
      'sauve_animaux', i.sauve_animaux,
      'validated_at', request.local_instant(i.validated_at, z.fuseau),
      'validated_by', coalesce(i.validated_by, '')
    ),
    'description', case when coalesce('description' = any (sections), true) then i.description else '' end,
    'moyens', app.feuille_moyens(i, sections, z.fuseau),
    'deroulement', app.feuille_deroulement(i, sections, z.fuseau)
  )
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
   where i.sis_key = request.sis_key()
     and i.id = feuille_intervention.id
$$;
comment on function app.feuille_intervention(bigint, text[]) is
  'Contents of the printed report of an intervention: the SIS with its logo, the intervention, and the sections that are asked for (null: all); null when there is none to see.';
grant execute on function app.feuille_intervention(bigint, text[]) to caserne_api;
