create or replace function api.list_heure_exercice_types(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.heure_exercice_type) order by p.tri, p.designation), '[]')
    from (
      select t as heure_exercice_type, t.tri, t.designation
        from app.heure_exercice_types t
       where t.sis_key = request.sis_key()
         and (apres is null or (t.tri, t.designation) > ((apres ->> 0)::integer, apres ->> 1))
       order by t.tri, t.designation
       limit limite
    ) p
$$;
comment on function api.list_heure_exercice_types(json, integer) is
  'Kinds of hours of exercices of the caller''s SIS, by tri and name; a page after [tri, designation].';
grant execute on function api.list_heure_exercice_types(json, integer) to caserne_api;
