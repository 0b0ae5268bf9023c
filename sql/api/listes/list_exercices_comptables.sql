create or replace function api.list_exercices_comptables(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice_comptable) order by p.debut desc), '[]')
    from (
      select e as exercice_comptable, e.debut
        from app.exercices_comptables e
       where e.sis_key = request.sis_key()
         and (apres is null or e.debut < (apres ->> 0)::date)
       order by e.debut desc
       limit limite
    ) p
$$;
comment on function api.list_exercices_comptables(json, integer) is
  'Accounting years of the caller''s SIS, the latest first; a page after [debut].';
grant execute on function api.list_exercices_comptables(json, integer) to caserne_api;
