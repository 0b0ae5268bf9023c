create or replace function api.list_exercices_derniers(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice, api.list_exercice_sapeurs(p.id)) order by p.date, p.heure, p.id), '[]')
    from (
      select e as exercice, e.date, e.heure, e.id
        from app.exercices e
       where e.sis_key = request.sis_key()
         and e.date between app.today() - 31 and app.today()
         and (apres is null
              or (e.date, e.heure, e.id) > ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by e.date, e.heure, e.id
       limit limite
    ) p
$$;
comment on function api.list_exercices_derniers(json, integer) is
  'Exercices of the last 31 days up to today in the time zone of the SIS, with their convocations, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices_derniers(json, integer) to caserne_api;
