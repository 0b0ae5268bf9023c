-- Read backwards from the index of the décompte. Sorts are off, as in api.list_interventions.
create or replace function api.list_decompte_ecritures(id bigint, apres json default null, limite integer default null)
  returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_exercice_comptable_id constant bigint := (
    select d.exercice_comptable_id
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.id = list_decompte_ecritures.id
  );
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_id constant bigint := (apres ->> 1)::bigint;
begin
  if v_exercice_comptable_id is null then
    return null;
  end if;
  return (
    select coalesce(json_agg(p.fields order by p.date desc, p.id desc), '[]')
      from (
        select f as fields, e.date, e.id
          from app.ecritures e
         cross join lateral api.ecriture_json(e) f
         where e.sis_key = request.sis_key()
           and e.decompte_id = list_decompte_ecritures.id
           and e.exercice_comptable_id = v_exercice_comptable_id
           and (e.date, e.id) < (v_date, v_id)
         order by e.date desc, e.id desc
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_decompte_ecritures(bigint, json, integer) is
  'Entries of a décompte, those of AVS included, newest first; a page after [date, id]. Null when there is no such décompte to see.';
grant execute on function api.list_decompte_ecritures(bigint, json, integer) to caserne_api;
