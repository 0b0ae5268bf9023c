-- Each call runs one of two statements: the interventions of one accounting year, or those of all years. Each reads its
-- rows from an index in the order of the list, from the start of the page, whether or not the tables were analyzed.
-- Sorts are off, because the planner expects hardly any rows and would sort those of another index. Within a year, "is
-- true" keeps the planner from the index of all years. Values are computed before the statements; within them they
-- could be computed for each row.
create or replace function api.page_interventions(
  exercice_comptable_id bigint, statut integer, du date, au date, type_intervention_id bigint, apres json, limite integer
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_filtered constant boolean := num_nonnulls(
    page_interventions.exercice_comptable_id, page_interventions.statut, page_interventions.du, page_interventions.au,
    page_interventions.type_intervention_id) > 0;
  -- Without any filter: the current accounting year, or nothing when there is none.
  v_exercice constant bigint := case
    when v_filtered then page_interventions.exercice_comptable_id else app.current_exercice_comptable_id()
  end;
  v_fuseau constant text := app.fuseau();
  v_du constant date := coalesce(page_interventions.du, '-infinity');
  v_au constant date := coalesce(page_interventions.au, 'infinity');
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_heure constant time := (apres ->> 1)::time;
  v_id constant bigint := (apres ->> 2)::bigint;
begin
  if v_exercice is null and v_filtered then
    return (
      select coalesce(json_agg(p.fields order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
        from (
          select f as fields, i.date_debut, i.heure_debut, i.id
            from app.interventions i
            cross join lateral (
              select request.instant_of(i.date_debut + i.heure_debut, v_fuseau, i.debut_repete) as debut,
                     request.instant_of(i.date_fin + i.heure_fin, v_fuseau, i.fin_repete) as fin offset 0
            ) d
            cross join lateral api.intervention_json(i, d.debut, d.fin, v_fuseau) f
           where i.sis_key = request.sis_key()
             and i.date_debut >= v_du
             and i.date_debut <= v_au
             and (i.date_debut, i.heure_debut, i.id) < (v_date, v_heure, v_id)
             and i.statut = coalesce(page_interventions.statut, i.statut)
             and i.type_intervention_id = coalesce(page_interventions.type_intervention_id, i.type_intervention_id)
           order by i.date_debut desc, i.heure_debut desc, i.id desc
           limit limite
        ) p
    );
  end if;
  return (
    select coalesce(json_agg(p.fields order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
      from (
        select f as fields, i.date_debut, i.heure_debut, i.id
          from app.interventions i
          cross join lateral (
            select request.instant_of(i.date_debut + i.heure_debut, v_fuseau, i.debut_repete) as debut,
                   request.instant_of(i.date_fin + i.heure_fin, v_fuseau, i.fin_repete) as fin offset 0
          ) d
          cross join lateral api.intervention_json(i, d.debut, d.fin, v_fuseau) f
         where i.sis_key = request.sis_key()
           and i.exercice_comptable_id = v_exercice
           and (i.date_debut between v_du and v_au) is true
           and (i.date_debut, i.heure_debut, i.id) < (v_date, v_heure, v_id)
           and i.statut = coalesce(page_interventions.statut, i.statut)
           and i.type_intervention_id = coalesce(page_interventions.type_intervention_id, i.type_intervention_id)
         order by i.date_debut desc, i.heure_debut desc, i.id desc
         limit limite
      ) p
  );
end;
$$;
comment on function api.page_interventions(bigint, integer, date, date, bigint, json, integer) is
  'The page of api.list_interventions.';
grant execute on function api.page_interventions(bigint, integer, date, date, bigint, json, integer) to caserne_api;
