-- Two halves, of which each request runs one: the interventions of one accounting year, and those of all years. Each
-- reads its rows from an index in the order of the list, from the start of the page. Not with coalesce: PostgreSQL does
-- not take coalesce for leakproof, and checks such conditions row by row under policies, as those on statut and type.
create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.intervention) order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
    from (
      select i as intervention, i.date_debut, i.heure_debut, i.id
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.exercice_comptable_id = case
           -- Without any filter: the current accounting year, or nothing when there is none.
           when num_nonnulls(list_interventions.exercice_comptable_id, list_interventions.statut, du, au,
                             list_interventions.type_intervention_id) = 0
           then app.current_exercice_comptable_id()
           else list_interventions.exercice_comptable_id
         end
         and i.date_debut >= case when du is null then '-infinity' else du end
         and i.date_debut <= case when au is null then 'infinity' else au end
         and (i.date_debut, i.heure_debut, i.id)
           < (case when apres is null then 'infinity' else (apres ->> 0)::date end, (apres ->> 1)::time, (apres ->> 2)::bigint)
         and i.statut = coalesce(list_interventions.statut, i.statut)
         and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
      union all
      select j, j.date_debut, j.heure_debut, j.id
        from app.interventions j
       where j.sis_key = request.sis_key()
         and list_interventions.exercice_comptable_id is null
         and num_nonnulls(list_interventions.statut, du, au, list_interventions.type_intervention_id) > 0
         and j.date_debut >= case when du is null then '-infinity' else du end
         and j.date_debut <= case when au is null then 'infinity' else au end
         and (j.date_debut, j.heure_debut, j.id)
           < (case when apres is null then 'infinity' else (apres ->> 0)::date end, (apres ->> 1)::time, (apres ->> 2)::bigint)
         and j.statut = coalesce(list_interventions.statut, j.statut)
         and j.type_intervention_id = coalesce(list_interventions.type_intervention_id, j.type_intervention_id)
       order by date_debut desc, heure_debut desc, id desc
       limit limite
    ) p
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) is
  'Interventions of the caller''s SIS, newest first, without any filter those of the current accounting year; a page after [date_debut, heure_debut, id].';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) to caserne_api;
