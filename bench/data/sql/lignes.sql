-- Other rows of interventions. Ids leave gaps: they follow from the id of the intervention.
set session_replication_role = replica;
create temporary view i as
select i.*, i.debut at time zone 'Europe/Zurich' as began, (i.debut + i.duree * interval '1 minute') at time zone 'Europe/Zurich' as ended
  from bench.interventions i
 where i.id between current_setting('bench.from')::bigint and current_setting('bench.to')::bigint
 order by i.id;

insert into app.intervention_phases (sis_key, id, intervention_id, phase_type_id, debut)
overriding system value
select i.sis_key, i.id * 2 - 1 + n, i.id, 1 + n, i.began + n * i.duree * interval '30 seconds'
  from i
 cross join generate_series(0, 1) as n
 where n = 0 or i.statut > 0 and bench.setting('lignes') > 1;

insert into app.intervention_vehicules (sis_key, id, intervention_id, vehicule_id)
overriding system value
select i.sis_key, i.id * 3 - n, i.id, i.sis_no * 100 + 1 + (i.id + n) % 4
  from i
 cross join generate_series(0, 2) as n
 where i.statut > 0 and n <= i.id % bench.setting('lignes');

insert into app.intervention_materiels (sis_key, id, intervention_id, materiel_id, quantite)
overriding system value
select i.sis_key, i.id, i.id, i.sis_no * 100 + 1 + i.id % 10, 1 + i.id % 7
  from i
 where i.statut > 0 and i.id % 2 = 0;

insert into app.intervention_groupes (sis_key, id, intervention_id, no, designation)
overriding system value
select i.sis_key, i.id, i.id, '91', '1er secours'
  from i
 where i.statut > 0;

insert into app.intervention_missions (sis_key, id, intervention_id, titre, debut, fin, sapeur_id)
overriding system value
select i.sis_key, i.id, i.id, 'Reconnaissance', i.began + interval '14 minutes', i.began + interval '29 minutes', i.before + 1 + i.first
  from i
 where i.statut > 0 and i.id % 4 < bench.setting('lignes');

insert into app.intervention_jalons (sis_key, id, intervention_id, titre, date_time, sapeur_id)
overriding system value
select i.sis_key, i.id, i.id, 'Arrivée sur place', i.began + interval '12 minutes', i.before + 1 + i.first
  from i
 where i.statut > 0 and i.id % 3 = 0;

insert into app.intervention_appels (sis_key, id, intervention_id, date, numero, nom, commentaire)
overriding system value
select i.sis_key, i.id, i.id, i.began + interval '14 minutes', '118', 'Centrale d’engagement', 'Arrivés sur place'
  from i
 where i.statut > 0 and i.id % 3 = 1;

-- Only since the centre asks for them.
insert into app.intervention_quittances (sis_key, id, intervention_id, sapeur_id)
overriding system value
select i.sis_key, i.presence + n, i.id, i.before + 1 + (i.first + n - 1) % i.actifs
  from i
 cross join lateral generate_series(1, least(i.presences, 12)) as n
 where i.debut > bench.until() - 120;

drop view i;
