create or replace function api.list_indemnites_exercice(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.indemnite) order by p.id), '[]')
    from (
      select t as indemnite, t.id
        from app.indemnites_exercice t
       where t.sis_key = request.sis_key()
         and (apres is null or t.id > (apres ->> 0)::bigint)
       order by t.id
       limit limite
    ) p
$$;
comment on function api.list_indemnites_exercice(json, integer) is
  'Tariffs of exercices of the caller''s SIS, by id; a page after [id].';
grant execute on function api.list_indemnites_exercice(json, integer) to caserne_api;
