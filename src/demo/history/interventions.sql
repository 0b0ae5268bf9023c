-- Interventions: 64 to 76 a year, each made from a scenario. They are at least two days apart, so that nobody is at two at
-- once. The last is on the day before today at the latest.

with exercices as materialized (
  select e.annee,
         extract(year from current_setting('demo.today')::date)::integer - e.annee as recul,
         (current_setting('demo.history')::json ->> 'no')::integer as no
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and pg_temp.of_part(e.debut)
),
places as (
  select e.*, n, 76 - 6 * e.recul - 4 * (e.no - 1) as nombre
    from exercices e
   cross join lateral generate_series(1, 76 - 6 * e.recul - 4 * (e.no - 1)) as n
),
-- The last intervention of a year lasts past midnight, into the next year.
debuts as materialized (
  select p.*,
         case
           when n = nombre then make_date(annee, 12, 31) + time '22:50'
           else make_date(annee, 1, 1) + (n - 1) * 365 / nombre + (n * 7 + recul * 3 + no) % 3
                + time '05:40' + (n * 173 + recul * 61 + no * 29) % 1070 * interval '1 minute'
         end as debut
    from places p
),
scenarios as materialized (
  select s.*, i
    from json_array_elements(current_setting('demo.history')::json -> 'scenarios') with ordinality as t (scenario, i)
   cross join lateral json_to_record(scenario)
         as s (objet text, type bigint, federal bigint, degre smallint, minutes integer, mois json, "sauvePersonne" integer,
               "sauveAnimaux" integer, police boolean, description text, chaque integer)
),
lieux as materialized (
  select r.rue, l.*, row_number() over (order by r.tour, l.i) - 1 as place, count(*) over () as nombre
    from (
      select p ->> 'npa' as npa, p ->> 'nom' as nom, (p ->> 'lat')::numeric as lat, (p ->> 'lon')::numeric as lon,
             p -> 'rues' as rues, i
        from json_array_elements(current_setting('demo.history')::json -> 'lieux') with ordinality as t (p, i)
    ) l
   cross join lateral json_array_elements_text(l.rues) with ordinality as r (rue, tour)
),
plan as (
  select d.*, s.*, l.rue, l.npa, l.nom, l.lat + (d.n % 7 - 3) * 0.0011 as lat, l.lon + (d.n % 5 - 2) * 0.0017 as lon,
         2 + d.n * 11 % 45 as numero, (s.minutes + d.n * 13 % 5 * 10 + case when d.n = d.nombre then 60 else 0 end) * interval '1 minute' as duree
    from debuts d
   cross join lateral (
     -- The scenarios of the season take turns. Serious ones are rarer.
     select s.*
       from scenarios s
      where extract(month from d.debut) between coalesce((s.mois ->> 0)::integer, 1) and coalesce((s.mois ->> 1)::integer, 12)
        and d.n % coalesce(s.chaque, 1) = 0
      order by (s.i * 7 + d.n * 4 + d.recul * 3 + d.no * 5) % 17
      limit 1
   ) s
    join lieux l on l.place = (d.n * 3 + d.recul + d.no) % l.nombre
)
insert into app.interventions (
  date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre, rapport_police, agent, sauve_personne,
  sauve_animaux, description, proprietaire, stat_nb, stat_federal_id, type_intervention_id, intervention_traitement_id
)
select p.debut::date, p.debut::time, f.fin::date, f.fin::time, p.objet, format('%s %s, %s %s', p.npa, p.nom, p.rue, p.numero),
       o.id, p.lat || ',' || p.lon, p.degre, coalesce(p.police, false), case when p.police then 'Agent Exemple' else '' end,
       coalesce(p."sauvePersonne", 0), coalesce(p."sauveAnimaux", 0), coalesce(p.description, ''),
       case when p.degre > 2 then 'Jeanne Exemple' else '' end, case when p.type = 5 and p.n % 2 = 0 then 2 else 1 end, p.federal,
       p.type, case when p.type in (5, 6, 9) then case when p.recul > 0 then 6 else 2 end else 1 end
  from plan p
 -- Times are local: the night of a clock change is an hour longer or shorter.
 cross join lateral (select (p.debut at time zone app.fuseau() + p.duree) at time zone app.fuseau()) as f (fin)
  join app.localites o using (npa, nom)
 where f.fin < current_setting('demo.today')::date
 order by p.debut;

-- Without `analyze` the next statements would be planned for an empty table.
analyze app.interventions, app.sapeurs;
