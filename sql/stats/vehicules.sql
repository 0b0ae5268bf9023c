create or replace view stats.vehicules with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.vehicule_id, v.designation, b.nb, b.secondes
    from (
      select i.sis_key, i.annee, i.exercice_comptable_id, l.vehicule_id, sum(i.stat_nb) as nb, sum(i.secondes) as secondes
        from stats.interventions i
       cross join lateral (
         select l.vehicule_id
           from app.intervention_vehicules l
          where l.sis_key = i.sis_key
            and l.intervention_id = i.id
         -- offset 0: vehicles are looked up by intervention, so that those of other years are not read.
         offset 0
       ) l
       group by i.sis_key, i.annee, i.exercice_comptable_id, l.vehicule_id
    ) b
    left join app.vehicules v on v.sis_key = b.sis_key and v.id = b.vehicule_id;

grant select on stats.vehicules to caserne_api, caserne_analyst, caserne_national;

comment on view stats.vehicules is 'Number of interventions of each SIS and accounting year to which each vehicle went. Vehicles that went to none have no row.';
comment on column stats.vehicules.designation is 'Name of the vehicle; null where the reader may not see the vehicle.';
comment on column stats.vehicules.nb is 'Number of interventions, each counted stat_nb times.';
comment on column stats.vehicules.secondes is 'Person-seconds of presence at these interventions, not multiplied by stat_nb.';
