create or replace function api.list_intervention_traitements(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.tri, p.id), '[]')
    from (
      select t.id, t.designation, t.tri
        from app.intervention_traitements t
       where apres is null or (t.tri, t.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
       order by t.tri, t.id
       limit limite
    ) p
$$;
comment on function api.list_intervention_traitements(json, integer) is
  'The steps of invoicing an intervention, the same for every SIS; a page after [tri, id].';
grant execute on function api.list_intervention_traitements(json, integer) to caserne_api;
