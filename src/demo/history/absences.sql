-- When people cannot come: those who work elsewhere, a market, nights at the hospital, holidays. On the coming weekend,
-- or on the one that has begun, too few drivers are left, and again a week later. Days count from the Monday of this
-- week, and from the Saturday of that weekend.

with people as (
  select id, row_number() over (order by id)::integer as n from app.sapeurs where sis_key = request.sis_key() and type = 0
),
ancres (ancre, jour) as (
  select v.*
    from (select current_setting('demo.today')::date) as t (today)
   cross join lateral (values
     ('lundi', date_trunc('week', t.today::timestamp)::date),
     ('samedi', t.today + (13 - extract(isodow from t.today)::integer) % 7)
   ) as v
),
plan as (
  select p.id as sapeur_id, a.motif, a.recurrence, (d.jour + a.debut * interval '1 day' + a.de::interval) at time zone app.fuseau() as debut,
         (d.jour + a.fin * interval '1 day' + a.a::interval) at time zone app.fuseau() as fin
    from (values
      -- Hours of two months ago show in the figures of the past.
      (4, 'lundi', -55, '21:00', -54, '07:00', 'travail', 'FREQ=WEEKLY;BYDAY=TU'),
      (7, 'lundi', -56, '07:30', -56, '17:30', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
      (9, 'lundi', -56, '08:00', -56, '18:00', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH'),
      (10, 'lundi', -56, '07:00', -56, '17:00', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
      (11, 'lundi', -56, '07:30', -56, '12:00', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR'),
      (12, 'lundi', -51, '05:00', -51, '13:00', 'travail', 'FREQ=WEEKLY;BYDAY=SA'),
      (14, 'lundi', -52, '21:00', -51, '07:00', 'travail', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SA'),
      (15, 'lundi', -56, '06:00', -56, '15:00', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
      (19, 'lundi', -56, '08:00', -56, '18:00', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
      (21, 'lundi', -56, '08:00', -56, '16:00', 'travail', 'FREQ=WEEKLY;BYDAY=MO,TU,TH'),
      (9, 'lundi', -54, '19:30', -54, '22:00', 'absence', 'FREQ=WEEKLY;BYDAY=WE;COUNT=40'),
      (21, 'lundi', -56, '17:00', -56, '18:30', 'indisponible', 'FREQ=DAILY'),
      (21, 'lundi', -44, '06:00', -35, '20:00', 'vacances', null),
      (10, 'lundi', -30, '06:00', -24, '20:00', 'absence', null),
      (5, 'lundi', -14, '06:00', -5, '20:00', 'vacances', null),
      (14, 'lundi', -9, '12:00', -3, '20:00', 'vacances', null),
      (2, 'lundi', 1, '13:00', 1, '17:00', 'indisponible', null),
      (13, 'lundi', 21, '12:00', 34, '20:00', 'vacances', null),
      (20, 'lundi', 19, '06:00', 26, '20:00', 'vacances', null),
      -- Three people may drive the tonne-pompe. Two are away at times, while the third is at the market.
      (6, 'samedi', -1, '18:00', 8, '20:00', 'vacances', null),
      (18, 'samedi', 1, '09:00', 1, '18:00', 'absence', null)
    ) as a (n, ancre, debut, de, fin, a, motif, recurrence)
    join people p using (n)
    join ancres d using (ancre)
)
insert into app.indisponibilites (sapeur_id, debut, fin, motif, recurrence)
select p.sapeur_id, p.debut, p.fin, p.motif, p.recurrence
  from plan p
 where p.recurrence is not null
    -- Nobody was at an intervention during their holidays.
    or not exists (
         select from app.intervention_sapeurs s
          where s.sis_key = request.sis_key() and s.sapeur_id = p.sapeur_id and s.debut < p.fin and s.fin > p.debut
       )
 order by p.debut, p.sapeur_id;
