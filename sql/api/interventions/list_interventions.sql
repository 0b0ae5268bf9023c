create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(i) order by i.date_debut desc, i.heure_debut desc, i.id desc), '[]')
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.exercice_comptable_id = coalesce(
       case
         -- Without any filter: the current accounting year, or nothing when there is none.
         when num_nonnulls(list_interventions.exercice_comptable_id, list_interventions.statut, du, au,
                           list_interventions.type_intervention_id) = 0
         then coalesce(app.current_exercice_comptable_id(), 0)
         else list_interventions.exercice_comptable_id
       end,
       i.exercice_comptable_id
     )
     and i.date_debut between coalesce(du, '-infinity') and coalesce(au, 'infinity')
     and i.statut = coalesce(list_interventions.statut, i.statut)
     and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint) is
  'Interventions of the caller''s SIS, newest first; without any filter those of the current accounting year.';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint) to caserne_api;
