create or replace function api.list_civilites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select c.id, c.designation, c.tri
        from app.civilites c
       where apres is null or (c.tri, c.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by c.tri, c.id
       limit limite
    ) p
$$;
comment on function api.list_civilites(json, integer) is
  'Forms of address, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_civilites(json, integer) to caserne_api;
