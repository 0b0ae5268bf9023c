create or replace function api.list_ecriture_categories(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.ecriture_categorie) order by p.tri, p.designation), '[]')
    from (
      select t as ecriture_categorie, t.tri, t.designation
        from app.ecriture_categories t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_ecriture_categories(json, integer) is
  'Categories of entries of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_ecriture_categories(json, integer) to caserne_api;
