create or replace view stats.mensuel with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, pg_catalog.make_date((b.id / 100)::integer, (b.id % 100)::integer, 1) as mois, b.nb,
         b.secondes, b.sauve_personne, b.sauve_animaux
    from stats.bilan('mois') b;

grant select on stats.mensuel to caserne_api, caserne_analyst, caserne_national;

comment on view stats.mensuel is 'Interventions of each SIS and accounting year by the month in which they began. Months without interventions have no row.';
comment on column stats.mensuel.mois is 'First day of the month.';
comment on column stats.mensuel.nb is 'Number of interventions.';
comment on column stats.mensuel.secondes is 'Person-seconds of presence, standby included.';
