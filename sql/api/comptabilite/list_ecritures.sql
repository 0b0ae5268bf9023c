-- Each call runs one of four statements, which read their rows from an index in the order of the list, from the start of
-- the page, whether or not the table was analyzed: the entries of a sapeur, of a statement of account, the unpaid ones, or
-- all of a year. Sorts are off, as in api.list_interventions.
create or replace function api.list_ecritures(
  exercice_comptable_id bigint default null, sapeur_id bigint default null, module integer default null, paye boolean default null,
  decompte_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_sis constant text := request.sis_key();
  -- A statement of account belongs to one year. Without both, the current year, or nothing when there is none.
  v_exercice constant bigint := coalesce(
    list_ecritures.exercice_comptable_id,
    (select d.exercice_comptable_id from app.decomptes d where d.sis_key = request.sis_key() and d.id = list_ecritures.decompte_id),
    case when list_ecritures.decompte_id is null then app.current_exercice_comptable_id() end
  );
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_id constant bigint := (apres ->> 1)::bigint;
  v_page app.ecritures[];
begin
  if list_ecritures.sapeur_id is not null then
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.sapeur_id = list_ecritures.sapeur_id
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
         and (e.decompte_id is not null) = coalesce(paye, e.decompte_id is not null)
         and e.decompte_id is not distinct from coalesce(list_ecritures.decompte_id, e.decompte_id)
       order by e.date desc, e.id desc
       limit limite
    );
  elsif list_ecritures.decompte_id is not null then
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.decompte_id = list_ecritures.decompte_id
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
         and paye is not false
       order by e.date desc, e.id desc
       limit limite
    );
  elsif not paye then
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.decompte_id is null
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
       order by e.date desc, e.id desc
       limit limite
    );
  else
    v_page := array(
      select e
        from app.ecritures e
       where e.sis_key = v_sis
         and e.exercice_comptable_id = v_exercice
         and (e.date, e.id) < (v_date, v_id)
         and e.module = coalesce(list_ecritures.module, e.module)
         and (e.decompte_id is not null) = coalesce(paye, e.decompte_id is not null)
       order by e.date desc, e.id desc
       limit limite
    );
  end if;
  return (
    select coalesce(json_agg(f order by e.date desc, e.id desc), '[]')
      from unnest(v_page) e
     cross join lateral api.ecriture_json(e) f
  );
end;
$$;
comment on function api.list_ecritures(bigint, bigint, integer, boolean, bigint, json, integer) is
  'Entries of an accounting year (by default that of the statement of account, or the current one), newest first; a page after [date, id].';
grant execute on function api.list_ecritures(bigint, bigint, integer, boolean, bigint, json, integer) to caserne_api;
