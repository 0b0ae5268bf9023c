create or replace function api.list_excuses_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.excuses_type) order by p.tri, p.designation), '[]')
    from (
      select t as excuses_type, t.tri, t.designation
        from app.excuses_types t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_excuses_types(json, integer) is
  'Reasons for excuses of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_excuses_types(json, integer) to caserne_api;
