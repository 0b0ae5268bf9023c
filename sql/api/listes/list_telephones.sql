create or replace function api.list_telephones(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.telephone) order by p.tri, p.nom, p.id), '[]')
    from (
      select t as telephone, t.tri, t.nom, t.id
        from app.telephones_utiles t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.nom, t.id) > ((apres ->> 0)::integer, apres ->> 1, (apres ->> 2)::bigint))
       order by t.tri, t.nom, t.id
       limit limite
    ) p
$$;
comment on function api.list_telephones(json, integer) is
  'Useful telephone numbers of the caller''s SIS; a page after [tri, nom, id].';
grant execute on function api.list_telephones(json, integer) to caserne_api;
