-- Groups and people of all listed alarms in one pass each, not one by one.
create or replace function api.list_alarmes(old boolean default false) returns json
  language sql stable
as $$
  with listees as materialized (
    select a.*
      from app.alarmes a
     where a.sis_key = request.sis_key()
       and (not a.validated or list_alarmes.old)
  ),
  groupes as (
    select g.alarme_id, json_agg(api.as_json(g) order by g.id) as groups
      from app.alarme_groupes g
     where g.sis_key = request.sis_key()
       and g.alarme_id in (select l.id from listees l)
     group by g.alarme_id
  ),
  personnes as (
    select p.alarme_id,
           json_agg(api.as_json(p, g) order by p.id) filter (where p.sapeur_id is not null) as firefighters,
           json_agg(api.as_json(p, g) order by p.id) filter (where p.sapeur_id is null) as unresolved
      from app.alarme_personnes p
      left join app.alarme_groupes g on g.sis_key = request.sis_key() and g.id = p.alarme_groupe_id
     where p.sis_key = request.sis_key()
       and p.alarme_id in (select l.id from listees l)
     group by p.alarme_id
  ),
  -- Someone in two alerted groups comes once.
  alertes as (
    select u.alarme_id,
           json_agg(api.as_json(s, u.fonction) order by u.premier) as sapeurs_alertes
      from (
        select p.alarme_id, p.sapeur_id, min(p.id) as premier, min(p.fonction) as fonction
          from app.alarme_personnes p
         where p.sis_key = request.sis_key()
           and p.alarme_id in (select l.id from listees l)
           and p.sapeur_id is not null
         group by p.alarme_id, p.sapeur_id
      ) u
      join app.sapeurs s on s.sis_key = request.sis_key() and s.id = u.sapeur_id
     group by u.alarme_id
  )
  select coalesce(
           json_agg(
             api.as_json(l::app.alarmes, g.groups, p.firefighters, p.unresolved, e.sapeurs_alertes) order by l.date desc, l.id desc
           ),
           '[]'
         )
    from listees l
    left join groupes g on g.alarme_id = l.id
    left join personnes p on p.alarme_id = l.id
    left join alertes e on e.alarme_id = l.id
$$;
comment on function api.list_alarmes(boolean) is
  'Alarms of the caller''s SIS that are not yet validated, with old also those that are; newest first.';
grant execute on function api.list_alarmes(boolean) to caserne_api;
