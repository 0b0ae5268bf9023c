create or replace function stats.bilan(exercice_comptable_id bigint, par text)
  returns table (id bigint, nb bigint, secondes numeric, sauve_personne bigint, sauve_animaux bigint)
  language sql stable
as $$
  select c.id, count(*), sum(i.secondes), sum(i.sauve_personne), sum(i.sauve_animaux)
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
   where i.sis_key = request.sis_key()
     and i.exercice_comptable_id = bilan.exercice_comptable_id
   group by c.id
$$;
comment on function stats.bilan(bigint, text) is
  'Interventions of an accounting year by stat_federal, stat_intervention, type_intervention, intervention_traitement or mois (202603): how many, seconds of presence, people and animals saved.';
grant execute on function stats.bilan(bigint, text) to caserne_api;
