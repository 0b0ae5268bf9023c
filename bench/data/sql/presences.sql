-- Presences, in the order of their interventions. People of a SIS take turns.
set session_replication_role = replica;
insert into app.intervention_sapeurs (sis_key, id, intervention_id, sapeur_id, debut, fin, piquet)
overriding system value
select i.sis_key, i.presence + n, i.id, i.before + 1 + (i.first + n - 1) % i.actifs, d.debut,
       d.debut + make_interval(mins => bench.stay(i.id, n, i.duree)), n > 12
  from bench.interventions i
 cross join lateral generate_series(1, i.presences) as n
 cross join lateral (
   select i.debut at time zone 'Europe/Zurich' + make_interval(mins => bench.delay(i.id, n)) as debut
 ) d
 where i.id between current_setting('bench.from')::bigint and current_setting('bench.to')::bigint
 order by i.id, n;
