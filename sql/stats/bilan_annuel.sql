-- All figures are added up here. PostgreSQL inlines the function, so it computes only the sums that are asked for. It
-- is called for each year, so that other years are not read; a join with the years would count all of them first.
create or replace function stats.bilan_annuel(par text, sis_key text, annee integer)
  returns table (id bigint, nb bigint, secondes numeric, sauve_personne bigint, sauve_animaux bigint)
  language sql stable
begin atomic
  select c.id, count(*), sum(i.secondes), sum(i.sauve_personne), sum(i.sauve_animaux)
    from stats.interventions_annuelles(bilan_annuel.sis_key, bilan_annuel.annee) i
   cross join lateral (
     select case par
              when 'stat_federal' then i.stat_federal_id
              when 'stat_intervention' then i.stat_intervention_id
              when 'type_intervention' then i.type_intervention_id
              when 'intervention_traitement' then i.intervention_traitement_id
              when 'mois' then (extract(year from i.date_debut) * 100 + extract(month from i.date_debut))::bigint
            end
   ) as c (id)
   group by c.id;
end;
comment on function stats.bilan_annuel(text, text, integer) is
  'Interventions of a SIS in an accounting year by stat_federal, stat_intervention, type_intervention, intervention_traitement or mois (202603): number, seconds of presence, people and animals saved. Categories without interventions have no row.';
grant execute on function stats.bilan_annuel(text, text, integer) to caserne_api, caserne_analyst, caserne_national;
