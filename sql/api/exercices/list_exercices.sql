create or replace function api.list_exercices(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.exercice) order by p.date, p.heure, p.id), '[]')
    from (
      select e as exercice, e.date, e.heure, e.id
        from app.exercices e
       where e.sis_key = request.sis_key()
         -- Not with coalesce: see api.list_interventions.
         and e.exercice_comptable_id = case
           -- Without a year: the current one, or nothing when there is none.
           when list_exercices.exercice_comptable_id is null then app.current_exercice_comptable_id()
           else list_exercices.exercice_comptable_id
         end
         and (apres is null
              or (e.date, e.heure, e.id) > ((apres ->> 0)::date, (apres ->> 1)::time, (apres ->> 2)::bigint))
       order by e.date, e.heure, e.id
       limit limite
    ) p
$$;
comment on function api.list_exercices(bigint, json, integer) is
  'Exercices of an accounting year of the caller''s SIS, or of the current one, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices(bigint, json, integer) to caserne_api;
