-- Inlined where it is used, so that what is asked of the years reaches the index.
drop function if exists stats.bilan(bigint, text);
create or replace function stats.bilan(par text)
  returns table (sis_key text, annee integer, id bigint, nb bigint, secondes numeric, sauve_personne bigint, sauve_animaux bigint)
  language sql stable
as $$
  select i.sis_key, i.annee, c.id, count(*), sum(i.secondes), sum(i.sauve_personne), sum(i.sauve_animaux)
    from stats.interventions i
   cross join lateral (
     select case par
              when 'stat_federal' then i.stat_federal_id
              when 'stat_intervention' then i.stat_intervention_id
              when 'type_intervention' then i.type_intervention_id
              when 'intervention_traitement' then i.intervention_traitement_id
              when 'mois' then (extract(year from i.date_debut) * 100 + extract(month from i.date_debut))::bigint
            end
   ) as c (id)
   group by i.sis_key, i.annee, c.id
$$;
comment on function stats.bilan(text) is
  'Interventions of each SIS and accounting year by stat_federal, stat_intervention, type_intervention, intervention_traitement or mois (202603): how many, seconds of presence, people and animals saved. Only what there is: no row is a zero.';
grant execute on function stats.bilan(text) to caserne_api, caserne_analyst, caserne_national;
