-- The years bench.de to bench.a (settings) of all SIS, with 20 to 113 interventions a year (667 in ten years on average)
-- of 4 to 19 presences. Triggers are off; numbers and seconds are written as the triggers would write them.
-- The constraint that keeps a sapeur from two interventions at once is dropped: interventions of one SIS are days apart,
-- and no figure uses its index.
set session_replication_role = replica;

alter table app.intervention_sapeurs drop constraint if exists intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl;

insert into app.exercices_comptables (sis_key, annee, designation, debut, fin)
select 'b' || s, a, a::text, make_date(a, 1, 1), make_date(a, 12, 31)
  from generate_series(1, current_setting('bench.sis')::integer) as s,
       generate_series(current_setting('bench.de')::integer, current_setting('bench.a')::integer) as a;

create temporary table cas as
select e.sis_key, e.id as exercice_comptable_id, e.annee, n as no, nextval(pg_get_serial_sequence('app.interventions', 'id')) as ce,
       (e.debut + (n - 1) * interval '365 days' / z.combien + (n * 7919 % 1440) * interval '1 minute') as debut,
       -- The ids of its people begin where those of the SIS do.
       (substr(e.sis_key, 2)::bigint - 1) * 60 as avant
  from app.exercices_comptables e
 cross join lateral (
   select 20 + substr(e.sis_key, 2)::integer * 37 % 94 as combien
 ) z
 cross join lateral generate_series(1, z.combien) as n
 where e.annee between current_setting('bench.de')::integer and current_setting('bench.a')::integer
 order by debut;

insert into app.intervention_sapeurs (sis_key, intervention_id, sapeur_id, debut, fin, piquet)
select c.sis_key, c.ce, (select min(id) - 1 from app.sapeurs where sis_key = 'b1') + c.avant + 1 + (c.no * 11 + p) % 60,
       c.debut at time zone 'Europe/Zurich',
       c.debut at time zone 'Europe/Zurich' + (30 + (c.ce + p * 13) % 210) * interval '1 minute', p > 12
  from cas c
 cross join lateral generate_series(1, 4 + (c.ce * 7919 % 16)::integer) as p;

insert into app.interventions (sis_key, id, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, objet, lieu,
                               description, statut, stat_nb, sauve_personne, sauve_animaux, stat_federal_id, type_intervention_id,
                               intervention_traitement_id, secondes)
overriding system value
select c.sis_key, c.ce, c.exercice_comptable_id, c.no, c.annee || '-' || lpad(c.no::text, 3, '0'), c.debut::date, c.debut::time,
       (c.debut + interval '4 hours')::date, (c.debut + interval '4 hours')::time, 'Feu de cheminée', 'Rue de la Gare ' || c.no,
       repeat('Appel du voisin, fumée visible. ', 10), 2, 1, (c.ce % 40 = 0)::integer, (c.ce % 90 = 0)::integer, 1 + c.ce % 11,
       1 + c.ce % 17, 1 + c.ce % 3, p.secondes
  from cas c
  join (
    select s.intervention_id, sum(extract(epoch from s.fin - s.debut)) as secondes
      from app.intervention_sapeurs s
     group by s.intervention_id
  ) p on p.intervention_id = c.ce;

drop table cas;

set session_replication_role = origin;
