-- Values are computed before the statement, and without sorts, as in api.list_interventions.
create or replace function api.list_exercices(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  -- Without a year: the current one, or nothing when there is none.
  v_exercice constant bigint := case
    when list_exercices.exercice_comptable_id is null then app.current_exercice_comptable_id()
    else list_exercices.exercice_comptable_id
  end;
  v_date constant date := case when apres is null then '-infinity' else (apres ->> 0)::date end;
  v_heure constant time := (apres ->> 1)::time;
  v_id constant bigint := (apres ->> 2)::bigint;
begin
  return (
    select coalesce(json_agg(p.json order by p.date, p.heure, p.id), '[]')
      from (
        select api.as_json(e) as json, e.date, e.heure, e.id
          from app.exercices e
         where e.sis_key = request.sis_key()
           and e.exercice_comptable_id = v_exercice
           and (e.date, e.heure, e.id) > (v_date, v_heure, v_id)
         order by e.date, e.heure, e.id
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_exercices(bigint, json, integer) is
  'Exercices of an accounting year of the caller''s SIS, or of the current one, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices(bigint, json, integer) to caserne_api;
