-- People, vehicles and materials at the interventions. Three of the latest have no report yet: they are as their alarm made them.

with people as (
  select id, row_number() over (order by id)::integer as n from app.sapeurs where sis_key = request.sis_key() and type = 0
),
vecues as materialized (
  -- An alarm gives the minute of arrival, which is later at night. Without an alarm, quarters of an hour are noted.
  select v.*, s.sapeurs + v.no % 3 - 1 as nombre,
         case
           when v.alarme_id is null then date_bin('15 minutes', v.debut, timestamptz '2000-01-01 00:00Z')
           else v.debut + (4 + v.no * 5 % 7 + case when v.heure_debut between '06:00' and '22:00' then 0 else 3 end) * interval '1 minute'
         end as arrivee,
         date_bin('15 minutes', v.fin + interval '14 minutes', timestamptz '2000-01-01 00:00Z') as depart
    from (
      select i.id, i.no, i.objet, i.alarme_id, i.date_debut, i.heure_debut, app.instant_debut(i) as debut,
             app.instant_fin(i) as fin,
             row_number() over (order by i.date_debut desc, i.heure_debut desc) as rang
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.date_debut < current_setting('demo.today')::date
    ) v
    join json_to_recordset(current_setting('demo.history')::json -> 'scenarios') as s (objet text, sapeurs integer) using (objet)
   where v.rang not in (2, 6, 11)
     and pg_temp.of_part(v.date_debut)
),
presents as (
  select v.*, p.id as sapeur_id, p.n,
         -- People at the head of the list come more often.
         row_number() over (partition by v.id order by (p.n * 37 + v.no * 53) % 101 + p.n * 2, p.n) as place
    from vecues v
   cross join people p
)
insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet)
select p.id, p.sapeur_id, p.arrivee + case when p.place > 6 then interval '15 minutes' else interval '0' end,
       p.depart - case when p.place > 4 and p.depart - p.arrivee >= interval '90 minutes' then interval '30 minutes' else interval '0' end,
       p.place > 12
  from presents p
 where p.place <= p.nombre
 order by p.id, p.place;

-- The officer in charge is the first of the list among those present.
update app.interventions i
   set sapeur_id = (
         select min(p.sapeur_id)
           from app.intervention_sapeurs p
          where p.sis_key = i.sis_key and p.intervention_id = i.id and not p.piquet
       )
 where i.sis_key = request.sis_key()
   and pg_temp.of_part(i.date_debut)
   and i.statut > 0;

with scenarios as (
  select * from json_to_recordset(current_setting('demo.history')::json -> 'scenarios') as s (objet text, vehicules json, materiels json)
),
vehicules as (
  insert into app.intervention_vehicules (intervention_id, vehicule_id)
  select i.id, v.id
    from app.interventions i
    join scenarios s using (objet)
   cross join lateral json_array_elements_text(s.vehicules) as n (tri)
    join app.vehicules v on v.sis_key = i.sis_key and v.tri = n.tri::integer
   where i.sis_key = request.sis_key()
     and pg_temp.of_part(i.date_debut)
     and i.statut > 0
   order by i.id, v.id
)
insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
select i.id, m.id, (n.usage ->> 1)::numeric + i.no % 2
  from app.interventions i
  join scenarios s using (objet)
 cross join lateral json_array_elements(s.materiels) as n (usage)
  join app.materiels m on m.sis_key = i.sis_key and m.tri = (n.usage ->> 0)::integer
 where i.sis_key = request.sis_key()
   and pg_temp.of_part(i.date_debut)
   and i.statut > 0
 order by i.id, m.id;

insert into app.intervention_missions (intervention_id, titre, resume, debut, fin, sapeur_id)
select i.id, m.titre, case m.n when 1 then 'Sur ordre du chef d’intervention.' else '' end, d.debut,
       d.debut + interval '15 minutes', i.sapeur_id
  from app.interventions i
  join json_to_recordset(current_setting('demo.history')::json -> 'scenarios') as s (objet text, missions json) using (objet)
 cross join lateral json_array_elements_text(s.missions) with ordinality as m (titre, n)
 cross join lateral (
   select app.instant_debut(i) + (m.n * 6 + 8) * interval '1 minute'
 ) as d (debut)
 where i.sis_key = request.sis_key()
   and pg_temp.of_part(i.date_debut)
   and i.statut > 0
 order by i.id, m.n;

-- Milestones of the longer interventions.
insert into app.intervention_jalons (intervention_id, titre, description, date_time, sapeur_id)
select i.id, j.titre, j.description, d.debut + j.minutes * interval '1 minute', i.sapeur_id
  from app.interventions i
 cross join lateral (
   select app.instant_debut(i) as debut,
          app.instant_fin(i) as fin
 ) as d
 cross join (values (12, 'Arrivée sur place', ''), (35, 'Situation maîtrisée', 'Annoncé à la centrale d’engagement.'))
       as j (minutes, titre, description)
 where i.sis_key = request.sis_key()
   and pg_temp.of_part(i.date_debut)
   and i.statut > 0
   and i.degre > 1
   and d.debut + j.minutes * interval '1 minute' < d.fin
 order by i.id, j.minutes;

-- The second phase of each intervention that has a report, telephone calls of the serious ones, and the groups alerted, of
-- the alarm too. Acknowledgements exist only since the centre asks for them.
with debuts as (
  select i.*, app.instant_debut(i) as debut,
         app.instant_fin(i) as fin
    from app.interventions i
   where i.sis_key = request.sis_key()
     and pg_temp.of_part(i.date_debut)
),
phases as (
  insert into app.intervention_phases (intervention_id, phase_type_id, debut)
  select id, 2, fin - interval '20 minutes' from debuts where statut > 0 order by id
),
appels as (
  insert into app.intervention_appels (intervention_id, date, numero, nom, commentaire)
  select d.id, d.debut + a.minutes * interval '1 minute', a.numero, a.nom, a.commentaire
    from debuts d
   cross join (values
     (3, 14, '118', 'Centrale d’engagement', 'Arrivés sur place'),
     (3, 19, '117', 'Police', 'Demande de bouclage de la route'),
     (4, 25, '144', 'Ambulance', 'Une ambulance demandée')
   ) as a (degre, minutes, numero, nom, commentaire)
   where d.statut > 0
     and d.degre >= a.degre
   order by d.id, a.minutes
),
groupes as (
  insert into app.intervention_groupes (intervention_id, no, designation)
  select d.id, g.no, g.designation
    from debuts d
    join app.groupes g on g.sis_key = d.sis_key and (g.no = '91' or g.no = '90' and d.degre > 2)
   order by d.id, g.no
  returning intervention_id, no, designation
),
alertes as (
  insert into app.alarme_groupes (alarme_id, no, nom)
  select d.alarme_id, g.no, g.designation
    from groupes g
    join debuts d on d.id = g.intervention_id
   where d.alarme_id is not null
   order by d.alarme_id, g.no
)
insert into app.intervention_quittances (intervention_id, sapeur_id)
select d.id, p.sapeur_id
  from debuts d
  join app.intervention_sapeurs p on p.sis_key = d.sis_key and p.intervention_id = d.id
 where not p.piquet
   and d.date_debut > current_setting('demo.today')::date - 120
 order by d.id, p.id;
