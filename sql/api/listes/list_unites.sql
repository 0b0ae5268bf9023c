create or replace function api.list_unites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select u.id, u.designation, u.abreviation, u.tri
        from app.unites u
       where apres is null or (u.tri, u.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by u.tri, u.id
       limit limite
    ) p
$$;
comment on function api.list_unites(json, integer) is
  'Units of vehicles, materials and hours, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_unites(json, integer) to caserne_api;
