-- Each half has its own index, and the second is not begun unless asked for. A page begins after the alarm whose id is
-- in apres; its date is looked up, because the date on the wire lacks fractions of a second.
create or replace function api.list_alarmes(old boolean default false, apres json default null, limite integer default null)
  returns json
  language sql stable
as $$
  select api.as_json(array(
    select p.alarme
      from (
        select o as alarme, o.date, o.id
          from app.alarmes o
         where o.sis_key = request.sis_key()
           and not o.validated
           and (o.date, o.id) < (
             select case when apres is null then 'infinity' else max(a.date) end, coalesce(max(a.id), 0)
               from app.alarmes a
              where a.sis_key = request.sis_key()
                and a.id = (apres ->> 0)::bigint
           )
        union all
        select v, v.date, v.id
          from app.alarmes v
         where v.sis_key = request.sis_key()
           and v.validated
           and list_alarmes.old
           and (v.date, v.id) < (
             select case when apres is null then 'infinity' else max(a.date) end, coalesce(max(a.id), 0)
               from app.alarmes a
              where a.sis_key = request.sis_key()
                and a.id = (apres ->> 0)::bigint
           )
         order by date desc, id desc
         limit limite
      ) p
  ))
$$;
comment on function api.list_alarmes(boolean, json, integer) is
  'Alarms of the caller''s SIS that are not validated, with old also the validated ones, newest first; a page after [id].';
grant execute on function api.list_alarmes(boolean, json, integer) to caserne_api;
