create or replace function api.list_intervention_vehicules(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(v) order by v.id) filter (where v.id is not null), '[]')
    from app.interventions i
    left join app.intervention_vehicules v on v.sis_key = i.sis_key and v.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_vehicules.id
   group by i.id
$$;
comment on function api.list_intervention_vehicules(bigint) is
  'Vehicles that went to an intervention, in the order of entry; null when no such intervention is visible.';
grant execute on function api.list_intervention_vehicules(bigint) to caserne_api;
