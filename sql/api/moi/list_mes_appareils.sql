create or replace function api.list_mes_appareils(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.appareil_json(p.id) order by p.id), '[]')
    from (
      select a.id
        from app.appareils a
       where a.sis_key = request.sis_key()
         and a.user_id = request.user_id()
         and (apres is null or a.id > (apres ->> 0)::bigint)
       order by a.id
       limit limite
    ) p
$$;
comment on function api.list_mes_appareils(json, integer) is
  'Devices on which the caller is notified of alarms of the SIS; a page after [id].';
grant execute on function api.list_mes_appareils(json, integer) to caserne_api;
