create or replace function api.list_comptes(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.compte) order by p.tri, p.numero), '[]')
    from (
      select t as compte, t.tri, t.numero
        from app.comptes t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.numero) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.numero
       limit limite
    ) p
$$;
comment on function api.list_comptes(json, integer) is
  'Accounts of the caller''s SIS, by tri and number; a page after [tri, numero].';
grant execute on function api.list_comptes(json, integer) to caserne_api;
