create or replace function api.list_exercice_categories(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice_categorie) order by p.tri, p.designation), '[]')
    from (
      select t as exercice_categorie, t.tri, t.designation
        from app.exercice_categories t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_exercice_categories(json, integer) is
  'Categories of exercices of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_exercice_categories(json, integer) to caserne_api;
