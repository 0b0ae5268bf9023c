create or replace function api.list_types_intervention(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.type_intervention) order by p.tri, p.designation), '[]')
    from (
      select t as type_intervention, t.tri, t.designation
        from app.types_intervention t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_types_intervention(json, integer) is
  'Types of intervention of the caller''s SIS; a page after [tri, designation].';
grant execute on function api.list_types_intervention(json, integer) to caserne_api;
