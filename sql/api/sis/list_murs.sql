create or replace function api.list_murs(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.mur_json(p.id) order by p.designation, p.id), '[]')
    from (
      select m.id, m.designation
        from app.murs m
       where m.sis_key = request.sis_key()
         and (apres is null or (m.designation, m.id) > (apres ->> 0, (apres ->> 1)::bigint))
       order by m.designation, m.id
       limit limite
    ) p
$$;
comment on function api.list_murs(json, integer) is
  'Walls of the caller''s SIS, by name; a page after [designation, id].';
grant execute on function api.list_murs(json, integer) to caserne_api;
