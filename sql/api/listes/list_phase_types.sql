create or replace function api.list_phase_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select t.id, t.designation, t.tri
        from app.phase_types t
       where apres is null or (t.tri, t.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by t.tri, t.id
       limit limite
    ) p
$$;
comment on function api.list_phase_types(json, integer) is
  'Kinds of phases of an intervention, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_phase_types(json, integer) to caserne_api;
