create or replace function api.list_intervention_appels(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(a, z.fuseau) order by a.date, a.id) filter (where a.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_appels a on a.sis_key = i.sis_key and a.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_appels.id
   group by i.id
$$;
comment on function api.list_intervention_appels(bigint) is
  'Telephone calls during an intervention, by time; null when no such intervention is visible.';
grant execute on function api.list_intervention_appels(bigint) to caserne_api;
