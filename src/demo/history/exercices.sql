-- Exercices: eleven a year, planned to the end of the current year, with their convocations. Past ones have their presences;
-- those of the last one are incomplete. One exercice a year was called off.

with calendrier as (
  select row_number() over (order by e.annee, c.mois) as n, make_date(e.annee, c.mois, 8 + (c.mois * 3 + e.annee) % 12) as date, c.*
    from app.exercices_comptables e
   cross join (values
     (1, 'Cours de cadres', 3, '19:30', 120), (2, 'Porteurs d’appareils', 4, '19:30', 150),
     (3, 'Exercice de section 1', 2, '19:30', 150), (4, 'Exercice de section 2', 2, '19:30', 150),
     (5, 'Machinistes', 5, '19:30', 120), (6, 'Exercice général', 1, '19:00', 180), (7, 'Exercice avec les samaritains', 2, '19:30', 150),
     (9, 'Porteurs d’appareils, piste', 4, '19:30', 150), (10, 'Cours cantonal', 6, '08:00', 480),
     (11, 'Exercice final', 1, '13:30', 240), (12, 'Contrôle du matériel', 5, '19:30', 90)
   ) as c (mois, designation, exercice_categorie_id, heure, duree)
   where e.sis_key = request.sis_key()
     and pg_temp.of_part(e.debut)
)
insert into app.exercices (designation, date, heure, duree, lieu, communications, localite_id, exercice_categorie_id)
select c.designation, c.date, c.heure::time, c.duree, 'Hangar', case c.exercice_categorie_id when 4 then 'Appareils contrôlés.' else '' end,
       s.localite_id, c.exercice_categorie_id
  from calendrier c
  join app.sis s on s.sis_key = request.sis_key()
 order by c.n;

-- Convoked by category: 1 everybody, 2 one half, 3 the cadres, 4 wearers of breathing apparatus, others one third. Seven of ten come.
with people as (
  select id, porteur, row_number() over (order by id)::integer as n from app.sapeurs where sis_key = request.sis_key() and type = 0
),
dates as (
  select e.*, current_setting('demo.today')::date - e.date as jours,
         row_number() over (partition by e.date < current_setting('demo.today')::date order by e.date desc)::integer as rang,
         -- Eleven a year, counted from the oldest year.
         11 * (2 + date_part('year', e.date) - date_part('year', current_setting('demo.today')::date))::integer
           + row_number() over (partition by date_part('year', e.date) order by e.date)::integer as no
    from app.exercices e
   where e.sis_key = request.sis_key()
),
convoques as (
  select d.id as exercice_id, p.id as sapeur_id, p.n, d.date,
         case
           when d.jours <= 0 or d.designation like '%section 2' or d.rang = 1 and p.n % 4 = 0 then 'rien'
           when (p.n * 3 + d.no) % 10 < 7 then 'present'
           when (p.n * 3 + d.no) % 10 = 7 then 'excuse'
           when (p.n * 3 + d.no) % 10 = 8 then 'remplace'
           else 'absent'
         end as issue
    from dates d
    join people p
      on case d.exercice_categorie_id when 1 then true when 2 then (p.n + d.no) % 2 = 0 when 3 then p.n <= 6 when 4 then p.porteur
                                      else (p.n + d.no) % 3 = 0 end
   where pg_temp.of_part(d.date)
)
insert into app.exercice_sapeurs (
  exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, date_demande, date_validation, justification
)
select c.exercice_id, c.sapeur_id, true, c.issue = 'present', c.issue = 'absent', c.issue = 'remplace', x.excuse_type_id,
       case when x.excuse_type_id is null then 0 else 1 end, c.date - x.avant, c.date - x.avant + 2, coalesce(x.justification, '')
  from convoques c
  left join lateral (
    select 1 + c.n % 6 as excuse_type_id, 5 as avant, 'Annoncé par téléphone.' as justification
  ) x on c.issue = 'excuse'
 order by c.exercice_id, c.n;

-- Additional hours: for preparing an exercice and for putting the equipment away.
insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
select p.exercice_id, p.sapeur_id, case p.rang when 1 then 2 else 4 end, case p.rang when 1 then 1.5 else 0.75 end
  from (
    select s.exercice_id, s.sapeur_id, row_number() over (partition by s.exercice_id order by s.sapeur_id) as rang
      from app.exercice_sapeurs s
      join app.exercices e on e.sis_key = s.sis_key and e.id = s.exercice_id
     where s.sis_key = request.sis_key()
       and s.present
       and pg_temp.of_part(e.date)
  ) p
 where p.rang <= 2
 order by p.exercice_id, p.rang;

update app.exercices e
   set statut = 0
 where e.sis_key = request.sis_key()
   and pg_temp.of_part(e.date)
   and e.designation like '%section 2'
   and e.date < current_setting('demo.today')::date;

-- All complete exercices but the last are validated.
update app.exercices e
   set statut = 3
 where e.sis_key = request.sis_key()
   and pg_temp.of_part(e.date)
   and e.statut = 2
   and e.date < (select max(d.date) from app.exercices d where d.sis_key = request.sis_key() and d.statut >= 2);
