-- Each table is read once for all alarms together. Under two policies joined by "or" the planner expects one sapeur,
-- and would loop over all sapeurs for each person: hence no nested loops (bench/RESULTS.md).
create or replace function api.as_json(alarmes app.alarmes[]) returns json
  language sql stable set enable_nestloop = off
as $$
  with listed as materialized (
    select a as alarme, a.id, a.date from unnest(alarmes) a
  ),
  groupes as (
    select g.alarme_id, json_agg(api.as_json(g) order by g.id) as groups
      from app.alarme_groupes g
     where g.sis_key = request.sis_key()
       and g.alarme_id = any (array(select l.id from listed l))
     group by g.alarme_id
  ),
  sapeurs as materialized (
    select s as sapeur, s.id from app.sapeurs s where s.sis_key = request.sis_key()
  ),
  personnes as (
    select p.alarme_id,
           json_agg(api.as_json(p.personne) order by p.id) filter (where p.sapeur_id is not null) as firefighters,
           json_agg(api.as_json(p.personne) order by p.id) filter (where p.sapeur_id is null) as unresolved,
           -- Someone in two alerted groups is listed once.
           json_agg(api.as_json(s.sapeur, p.fonction) order by p.id) filter (where s.id is not null and p.nth = 1) as sapeurs_alertes
      from (
        select p as personne, p.id, p.alarme_id, p.sapeur_id, p.fonction,
               row_number() over (partition by p.alarme_id, p.sapeur_id order by p.id) as nth
          from app.alarme_personnes p
         where p.sis_key = request.sis_key()
           and p.alarme_id = any (array(select l.id from listed l))
      ) p
      left join sapeurs s on s.id = p.sapeur_id
     group by p.alarme_id
  )
  select coalesce(
           json_agg(
             api.as_json(l.alarme, g.groups, p.firefighters, p.unresolved, p.sapeurs_alertes, r.reponses, r.effectif) order by l.date desc, l.id desc
           ),
           '[]'
         )
    from listed l
    left join groupes g on g.alarme_id = l.id
    left join personnes p on p.alarme_id = l.id
    left join app.effectif_alarmes(array(select l.id from listed l)) r on r.alarme_id = l.id
$$;
comment on function api.as_json(app.alarmes[]) is
  'Alarms on the wire, newest first.';
grant execute on function api.as_json(app.alarmes[]) to caserne_api;
