create or replace view stats.traitements with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.id as intervention_traitement_id, t.designation, b.nb, b.secondes, b.sauve_personne,
         b.sauve_animaux
    from stats.bilan('intervention_traitement') b
    join app.intervention_traitements t on t.id = b.id;

grant select on stats.traitements to caserne_api, caserne_analyst, caserne_national;

comment on view stats.traitements is 'Interventions of each SIS and accounting year by how far they have been invoiced today.';
comment on column stats.traitements.nb is 'Number of interventions.';
comment on column stats.traitements.secondes is 'Person-seconds of presence, standby included.';
