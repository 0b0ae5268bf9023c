-- Interventions of the plan from bench.from to bench.to. secondes, numero and statut are what the triggers would write.
set session_replication_role = replica;
insert into app.interventions (
  sis_key, id, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre,
  rapport_police, sauve_personne, sauve_animaux, description, stat_nb, statut, secondes, date_imputation, alarme_id,
  intervention_traitement_id, stat_federal_id, sapeur_id, validated_by, validated_at, type_intervention_id, created_at, updated_at, version
)
overriding system value
select i.sis_key, i.id, i.exercice_comptable_id, i.no, i.annee || '-' || lpad(i.no::text, greatest(3, length(i.no::text)), '0'),
       i.debut::date, i.debut::time, i.fin::date, i.fin::time, s.objet,
       format('%s Localité %s, Rue de la Gare %s', 1000 + l.id, l.id, 1 + i.id % 60), l.id,
       round(46 + bench.draw(i.id, 30, 1500) / 1000.0, 4) || ',' || round(6 + bench.draw(i.id, 31, 3000) / 1000.0, 4), s.degre,
       i.id % 40 = 0, (i.id % 90 = 0)::integer, (i.id % 150 = 0)::integer, coalesce(s.description, ''), 1, i.statut, p.secondes,
       case when i.statut = 3 then date_trunc('month', i.debut + interval '6 months')::date end,
       case when i.alarme then i.id * 2 - 1 end, 1 + i.id % 3, s.federal,
       case when i.statut > 0 then i.before + 1 + i.first end,
       case when i.statut > 1 then 'Banc' end, case when i.statut > 1 then i.fin at time zone 'UTC' + interval '3 days' end, s.type,
       i.debut at time zone 'UTC', i.fin at time zone 'UTC' + interval '1 hour', 2 + i.statut
  from bench.interventions i
  join bench.scenarios s on s.i = i.scenario
 cross join lateral (select i.sis_no * 5 - bench.draw(i.id, 32, 5) as id) l
 cross join lateral (
   select coalesce(sum(extract(epoch from make_interval(mins => bench.stay(i.id, n, i.duree)))), 0) as secondes
     from generate_series(1, i.presences) as n
 ) p
 where i.id between current_setting('bench.from')::bigint and current_setting('bench.to')::bigint
 order by i.id;
