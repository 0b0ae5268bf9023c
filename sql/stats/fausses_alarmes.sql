create or replace view stats.fausses_alarmes with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, sum(b.nb)::bigint as nb, coalesce(sum(b.nb) filter (where b.id = 9), 0)::bigint as nb_fausses,
         round(coalesce(sum(b.nb) filter (where b.id = 9), 0) / sum(b.nb), 4) as part
    from stats.bilan('stat_federal') b
   group by b.sis_key, b.annee, b.exercice_comptable_id;

grant select on stats.fausses_alarmes to caserne_api, caserne_analyst, caserne_national;

comment on view stats.fausses_alarmes is 'Share of false alarms of fire detectors (federal category 9) among the interventions of each SIS and accounting year, 0 to 1.';
comment on column stats.fausses_alarmes.nb is 'Number of interventions.';
comment on column stats.fausses_alarmes.nb_fausses is 'Number of interventions of federal category 9.';
comment on column stats.fausses_alarmes.part is 'nb_fausses divided by nb, 0 to 1.';
