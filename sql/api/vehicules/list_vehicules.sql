create or replace function api.list_vehicules(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.vehicule) order by p.tri, p.designation), '[]')
    from (
      select v as vehicule, v.tri, v.designation
        from app.vehicules v
       where v.sis_key = request.sis_key()
         and (apres is null or (v.tri, v.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by v.tri, v.designation
       limit limite
    ) p
$$;
comment on function api.list_vehicules(json, integer) is
  'Vehicles of the caller''s SIS in their order; a page after [tri, designation].';
grant execute on function api.list_vehicules(json, integer) to caserne_api;
