-- Answers to the alarms: who was there mostly said so, and some said so who then stayed away. Older answers than a year
-- are only counted by month, as jobs.purge_reponses leaves them. The SIS test has them since four months.

with people as (
  select id, row_number() over (order by id)::integer as n from app.sapeurs where sis_key = request.sis_key() and type = 0
),
presences as materialized (
  select intervention_id, array_agg(sapeur_id) as sapeurs from app.intervention_sapeurs where sis_key = request.sis_key() group by 1
),
alertes as materialized (
  select a.id as alarme_id, a.date, p.id as sapeur_id, p.n, i.no, p.id = any (coalesce(s.sapeurs, '{}')) as present
    from app.alarmes a
    join app.interventions i on i.sis_key = a.sis_key and i.id = a.intervention_id
    left join presences s on s.intervention_id = i.id
   cross join people p
   where a.sis_key = request.sis_key()
     and pg_temp.of_part(i.date_debut)
     and (current_setting('demo.history')::json ->> 'no' = '1'
          or a.date >= request.instant_of(current_setting('demo.today')::timestamp - interval '4 months', app.fuseau()))
),
-- Everyone who attended was alerted, and some others.
issues as (
  select t.*,
         case
           when present then (array['vient', 'vient', 'vient', 'aucune', 'vient', 'vient', 'vient', 'vient', 'vient'])[1 + (n * 5 + no * 4) % 9]
           else (array['ne_vient_pas', 'plus_tard', 'aucune', 'ne_vient_pas', 'vient', 'ne_vient_pas', 'pas_atteint'])[1 + (n * 3 + no * 2) % 7]
         end as reponse
    from alertes t
   where present or (n * 13 + no * 7) % 5 = 0
),
sources as (
  select t.*,
         case when reponse in ('aucune', 'pas_atteint') then 'centrale'
              else (array['centrale', 'application', 'application', 'lien', 'application', 'officier'])[1 + (n + no) % 6] end as source
    from issues t
),
reponses as (
  -- Answers to the centre arrive with its report, minutes later.
  select t.*, case when reponse = 'vient' and source <> 'centrale' then 3 + (n * 5 + no) % 12 end as delai,
         date + case source when 'centrale' then 232 + no % 9 else 25 + (n * 37 + no * 13) % 190 end * interval '1 second' as at
    from sources t
),
recentes as (
  insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, delai, remarque, source, at)
  select alarme_id, sapeur_id, reponse, delai, case when reponse = 'ne_vient_pas' and n % 4 = 0 then 'Au travail' else '' end, source, at
    from reponses
   where at >= request.instant_of(current_setting('demo.today')::timestamp - interval '12 months', app.fuseau())
   order by at, n
)
insert into app.reponses_mensuelles (annee, mois, source, reponse, nb, secondes)
select date_part('year', l.at), date_part('month', l.at), r.source, r.reponse, count(*), sum(round(extract(epoch from r.at - r.date)))
  from reponses r
 cross join lateral (select r.at at time zone app.fuseau()) as l (at)
 where r.at < request.instant_of(current_setting('demo.today')::timestamp - interval '12 months', app.fuseau())
 group by 1, 2, 3, 4
 order by 1, 2, 3, 4;
