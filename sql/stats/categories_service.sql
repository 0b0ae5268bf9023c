create or replace view stats.categories_service with (security_invoker = true) as
  select c.sis_key, c.annee, c.exercice_comptable_id, c.id as stat_intervention_id, c.designation, c.tri, c.nb, c.secondes,
         c.sauve_personne, c.sauve_animaux, c.nb_precedent, c.secondes_precedent
    from stats.bilan_categories('stat_intervention') c;

grant select on stats.categories_service to caserne_api, caserne_analyst, caserne_national;

comment on view stats.categories_service is 'A service''s own statistics: each category in each accounting year of each SIS, with the year before; those without interventions too.';
comment on column stats.categories_service.tri is 'Where the category stands in the list.';
comment on column stats.categories_service.nb is 'Interventions.';
comment on column stats.categories_service.secondes is 'Person-seconds of presence, standby included.';
comment on column stats.categories_service.nb_precedent is 'Interventions of the accounting year whose annee is one less; 0 without one.';
comment on column stats.categories_service.secondes_precedent is 'Person-seconds of that year.';
