create or replace function api.list_mission_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.mission_type) order by p.titre), '[]')
    from (
      select t as mission_type, t.titre
        from app.mission_types t
       where t.sis_key = request.sis_key()
         and (apres is null or t.titre > apres ->> 0)
       order by t.titre
       limit limite
    ) p
$$;
comment on function api.list_mission_types(json, integer) is
  'Titles of missions of the caller''s SIS; a page after [titre].';
grant execute on function api.list_mission_types(json, integer) to caserne_api;
