create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(i) order by i.date_debut desc, i.heure_debut desc, i.id desc), '[]')
    from app.interventions i
   where i.sis_key = request.sis_key()
     and (list_interventions.exercice_comptable_id is null or i.exercice_comptable_id = list_interventions.exercice_comptable_id)
     and (list_interventions.statut is null or i.statut = list_interventions.statut)
     and (du is null or i.date_debut >= du)
     and (au is null or i.date_debut <= au)
     and (list_interventions.type_intervention_id is null or i.type_intervention_id = list_interventions.type_intervention_id)
     -- Without any filter: the current accounting year.
     and (num_nonnulls(list_interventions.exercice_comptable_id, list_interventions.statut, du, au,
                       list_interventions.type_intervention_id) > 0
          or i.exercice_comptable_id = (
            select e.id
              from app.exercices_comptables e
             where e.sis_key = request.sis_key()
               and (now() at time zone app.fuseau())::date between e.debut and e.fin
          ))
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint) is
  'Interventions of the caller''s SIS, newest first; without any filter those of the current accounting year.';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint) to caserne_api;
