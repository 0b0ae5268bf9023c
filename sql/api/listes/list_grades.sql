create or replace function api.list_grades(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.grade) order by p.rang desc, p.designation), '[]')
    from (
      select g as grade, g.rang, g.designation
        from app.grades g
       where g.sis_key = request.sis_key()
         and (apres is null or (-g.rang, g.designation) > (-(apres ->> 0)::integer, apres ->> 1))
       order by g.rang desc, g.designation
       limit limite
    ) p
$$;
comment on function api.list_grades(json, integer) is
  'Grades of the caller''s SIS, the highest first; a page after [rang, designation].';
grant execute on function api.list_grades(json, integer) to caserne_api;
