create or replace function api.list_groupes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.groupe, m.sapeur_ids) order by p.tri, p.designation, p.id), '[]')
    from (
      select g as groupe, g.tri, g.designation, g.id
        from app.groupes g
       where g.sis_key = request.sis_key()
         and (apres is null
              or (g.tri, g.designation, g.id) > ((apres ->> 0)::integer, apres ->> 1, (apres ->> 2)::bigint))
       order by g.tri, g.designation, g.id
       limit limite
    ) p
    left join app.groupe_membres() m on m.groupe_id = p.id
$$;
comment on function api.list_groupes(json, integer) is
  'Groups of the caller''s SIS with their members; a page after [tri, designation, id].';
grant execute on function api.list_groupes(json, integer) to caserne_api;
