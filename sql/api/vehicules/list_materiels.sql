create or replace function api.list_materiels(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.materiel) order by p.tri, p.designation), '[]')
    from (
      select m as materiel, m.tri, m.designation
        from app.materiels m
       where m.sis_key = request.sis_key()
         and (apres is null or (m.tri, m.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by m.tri, m.designation
       limit limite
    ) p
$$;
comment on function api.list_materiels(json, integer) is
  'Materials of the caller''s SIS in their order; a page after [tri, designation].';
grant execute on function api.list_materiels(json, integer) to caserne_api;
