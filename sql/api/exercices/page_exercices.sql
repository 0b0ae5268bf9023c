-- Values are computed before the statement, and without sorts, as in api.page_interventions.
create or replace function api.page_exercices(exercice_comptable_id bigint, apres json, limite integer) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  -- Without a year: the current one, or nothing when there is none.
  v_exercice constant bigint := case
    when page_exercices.exercice_comptable_id is null then app.current_exercice_comptable_id()
    else page_exercices.exercice_comptable_id
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
comment on function api.page_exercices(bigint, json, integer) is
  'The page of api.list_exercices.';
grant execute on function api.page_exercices(bigint, json, integer) to caserne_api;
