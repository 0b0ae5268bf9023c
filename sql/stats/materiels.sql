create or replace view stats.materiels with (security_invoker = true) as
  select b.sis_key, b.annee, b.exercice_comptable_id, b.materiel_id, m.designation, b.nb, b.secondes, b.quantite
    from (
      select i.sis_key, i.annee, i.exercice_comptable_id, l.materiel_id, count(*) as nb, sum(i.secondes) as secondes,
             sum(l.quantite) as quantite
        from stats.interventions i
       cross join lateral (
         select l.materiel_id, l.quantite
           from app.intervention_materiels l
          where l.sis_key = i.sis_key
            and l.intervention_id = i.id
         -- offset 0: as in stats.vehicules.
         offset 0
       ) l
       group by i.sis_key, i.annee, i.exercice_comptable_id, l.materiel_id
    ) b
    left join app.materiels m on m.sis_key = b.sis_key and m.id = b.materiel_id;

grant select on stats.materiels to caserne_api, caserne_analyst, caserne_national;

comment on view stats.materiels is 'Number of interventions of each SIS and accounting year at which each material was used, and the quantity. Materials without use have no row.';
comment on column stats.materiels.designation is 'Name of the material; null where the reader may not see the material.';
comment on column stats.materiels.secondes is 'Person-seconds of presence at these interventions.';
