-- Exercices, planned to the end of the current year, with their convocations and hours. Those of the last weeks are
-- incomplete; one in twenty was called off.
set session_replication_role = replica;
create unlogged table bench.exercices as
select row_number() over (order by e.date, e.sis_no) as id, e.*,
       case
         when bench.draw(e.sis_no * 1000 + e.rang, 50, 20) = 0 and e.date < bench.until() then 0
         when e.date >= bench.until() - 20 then 1
         when e.date >= bench.until() - 60 then 2
         when e.date >= bench.open_since() then 3
         else 4
       end::smallint as statut
  from (
    select s.no as sis_no, s.sis_key, s.before, s.actifs, a.id as exercice_comptable_id, n as rang,
           make_date(a.annee, 1, 8) + n * 340 / c.combien as date,
           (least(s.actifs, 12 + bench.draw(a.id * 100 + n, 51, 34)))::integer as convoques
      from bench.annees a
      join bench.sis s on s.no = a.no
     cross join lateral (select least(60, 10 + s.sapeurs / 25)) as c (combien)
     cross join lateral generate_series(1, c.combien) as n
  ) e;

insert into app.exercices (
  sis_key, id, exercice_comptable_id, designation, date, heure, duree, lieu, statut, localite_id, exercice_categorie_id, created_at, updated_at
)
overriding system value
select e.sis_key, e.id, e.exercice_comptable_id,
       (array['Exercice général', 'Exercice de section', 'Cours de cadres', 'Porteurs d’appareils', 'Machinistes', 'Cours cantonal'])[1 + e.rang % 6],
       e.date, '19:30', 90 + e.rang % 4 * 30, 'Hangar', e.statut, e.sis_no * 5, 1 + e.rang % 6, make_date(extract(year from e.date)::integer, 1, 1),
       e.date + interval '1 day'
  from bench.exercices e
 order by e.id;

-- Seven of ten come. Nobody has a result before the day, nor a few of the latest exercices.
create unlogged table bench.convocations as
select e.sis_key, e.id * 50 + n as id, e.id as exercice_id, e.before + 1 + (e.rang * 17 + n) % e.actifs as sapeur_id, e.date, e.statut, n,
       case
         when e.date >= bench.until() or e.statut = 0 or e.statut = 1 and n % 4 = 1 then -1
         else (n * 3 + e.id) % 10
       end as issue
  from bench.exercices e
 cross join lateral generate_series(1, e.convoques) as n
 order by e.id, n;

insert into app.exercice_sapeurs (
  sis_key, id, exercice_id, sapeur_id, present, absent, remplace, excuse_type_id, excuse_statut, date_demande, date_validation, justification
)
overriding system value
select c.sis_key, c.id, c.exercice_id, c.sapeur_id, c.issue between 0 and 6, c.issue = 9, c.issue = 8, case c.issue when 7 then 1 + c.n % 6 end,
       (c.issue = 7)::integer, case c.issue when 7 then c.date - 5 end, case c.issue when 7 then c.date - 3 end,
       case c.issue when 7 then 'Annoncé par téléphone.' else '' end
  from bench.convocations c;

insert into app.exercice_heures (sis_key, id, exercice_id, sapeur_id, heure_exercice_type_id, quantite)
overriding system value
select c.sis_key, c.id, c.exercice_id, c.sapeur_id, 1 + c.n, 0.75 * c.n
  from bench.convocations c
 where c.n < 3 and c.statut in (2, 3, 4);
