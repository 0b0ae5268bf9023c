create or replace view stats.federal with (security_invoker = true) as
  select c.sis_key, c.annee, c.exercice_comptable_id, c.id as stat_federal_id, c.designation, c.tri, c.nb, c.secondes, c.sauve_personne,
         c.sauve_animaux, c.nb_precedent, c.secondes_precedent
    from stats.bilan_categories('stat_federal') c;

grant select on stats.federal to caserne_api, caserne_analyst, caserne_national;

comment on view stats.federal is 'The federal statistics: each category in each accounting year of each SIS with the figures of the previous year, including categories without interventions.';
comment on column stats.federal.tri is 'Position of the category in the list.';
comment on column stats.federal.nb is 'Number of interventions.';
comment on column stats.federal.secondes is 'Person-seconds of presence, standby included.';
comment on column stats.federal.nb_precedent is 'Number of interventions in the accounting year whose annee is one less; 0 when that year does not exist.';
comment on column stats.federal.secondes_precedent is 'Person-seconds of presence in that year.';
