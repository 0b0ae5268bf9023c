-- Lists have this function in FROM, for the reason given at api.ecriture_json.
create or replace function api.intervention_json(intervention app.interventions, du timestamptz, au timestamptz, fuseau text)
  returns table (
    id bigint, numero text, date_debut date, heure_debut time, date_fin date, heure_fin time, debut text, fin text,
    objet text, lieu text, localite_id bigint, wgs84 text, degre smallint, rapport_police boolean, agent text,
    sauve_personne integer, sauve_animaux integer, description text, proprietaire text, responsable text, stat_nb integer, statut smallint,
    date_imputation date, alarme_id text, exercice_comptable_id bigint, intervention_traitement_id bigint,
    stat_federal_id bigint, sapeur_id bigint, type_intervention_id bigint, validated_at text, validated_by text,
    created_at text, updated_at text
  )
  language sql stable
as $$
  select intervention.id, intervention.numero, intervention.date_debut, intervention.heure_debut,
         intervention.date_fin, intervention.heure_fin, request.local_instant(du, fuseau),
         request.local_instant(au, fuseau), intervention.objet, intervention.lieu,
         intervention.localite_id, intervention.wgs84, intervention.degre, intervention.rapport_police,
         intervention.agent, intervention.sauve_personne, intervention.sauve_animaux, intervention.description,
         intervention.proprietaire, intervention.responsable, intervention.stat_nb, intervention.statut,
         intervention.date_imputation, intervention.alarme_id::text, intervention.exercice_comptable_id,
         intervention.intervention_traitement_id, intervention.stat_federal_id, intervention.sapeur_id,
         intervention.type_intervention_id, request.utc_micros(intervention.validated_at),
         intervention.validated_by, request.utc_micros(intervention.created_at),
         request.utc_micros(intervention.updated_at)
$$;
comment on function api.intervention_json(app.interventions, timestamptz, timestamptz, text) is
  'The fields of an intervention on the wire, from du to au, without its sub-resources.';
grant execute on function api.intervention_json(app.interventions, timestamptz, timestamptz, text) to caserne_api;

create or replace function api.as_json(intervention app.interventions) returns json
  language sql stable
as $$
  select to_json(f)
    from (
      -- offset 0: asked for once, not wherever the inlined functions name them.
      select app.instant_debut(intervention) as debut, app.instant_fin(intervention) as fin, app.fuseau() as fuseau offset 0
    ) d
   cross join lateral api.intervention_json(intervention, d.debut, d.fin, d.fuseau) f
$$;
comment on function api.as_json(app.interventions) is
  'One intervention on the wire, without its sub-resources.';
grant execute on function api.as_json(app.interventions) to caserne_api;
