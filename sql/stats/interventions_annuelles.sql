-- One row per intervention, so that its figures count once whatever is joined to it. Every intervention counts,
-- whatever its statut: also one that is vide or was a false alarm. An intervention and its hours belong to the
-- accounting year of its first day, so a night across two years counts as a whole in the year of its start. Standby at
-- the station (piquet) is presence. An hour is an hour, also in nights when the clock changes. begin atomic parses the
-- body when the function is made: analysts call it through views of stats and may not use names of app.
create or replace function stats.interventions_annuelles(sis_key text, annee integer)
  returns table (
    id bigint, date_debut date, stat_federal_id bigint, type_intervention_id bigint, stat_intervention_id bigint,
    intervention_traitement_id bigint, stat_nb integer, sauve_personne integer, sauve_animaux integer, secondes numeric,
    numero text, statut smallint, degre smallint, heure_debut time, date_fin date, heure_fin time, localite_id bigint, sapeur_id bigint,
    alarme_id bigint, no integer, rapport_police boolean, date_imputation date, validated_at timestamptz, created_at timestamptz,
    updated_at timestamptz
  )
  language sql stable
begin atomic
  select i.id, i.date_debut, i.stat_federal_id, i.type_intervention_id, t.stat_intervention_id, i.intervention_traitement_id, i.stat_nb,
         i.sauve_personne, i.sauve_animaux, i.secondes, i.numero, i.statut, i.degre, i.heure_debut, i.date_fin, i.heure_fin,
         i.localite_id, i.sapeur_id, i.alarme_id, i.no, i.rapport_police, i.date_imputation, i.validated_at, i.created_at,
         i.updated_at
    from app.interventions i
    left join app.types_intervention t on t.sis_key = i.sis_key and t.id = i.type_intervention_id
   where i.sis_key = interventions_annuelles.sis_key
     and i.annee = interventions_annuelles.annee;
end;
comment on function stats.interventions_annuelles(text, integer) is
  'Interventions of a SIS in an accounting year, as statistics count them.';
grant execute on function stats.interventions_annuelles(text, integer) to caserne_api, caserne_analyst, caserne_national;
