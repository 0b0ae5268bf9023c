create or replace view stats.types with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.id as type_intervention_id, t.designation, t.stat_intervention_id, b.nb, b.secondes,
         b.sauve_personne, b.sauve_animaux
    from stats.bilan('type_intervention') b
    join app.types_intervention t on t.sis_key = b.sis_key and t.id = b.id;

grant select on stats.types to caserne_api, caserne_analyst, caserne_national;

comment on view stats.types is 'Interventions of each SIS and accounting year by type. Types without interventions have no row.';
comment on column stats.types.nb is 'Number of interventions.';
comment on column stats.types.secondes is 'Person-seconds of presence, standby included.';
