create or replace function api.list_intervention_missions(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(m, z.fuseau) order by m.debut, m.id) filter (where m.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_missions m on m.sis_key = i.sis_key and m.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_missions.id
   group by i.id
$$;
comment on function api.list_intervention_missions(bigint) is
  'Missions of an intervention, by start; null when no such intervention is visible.';
grant execute on function api.list_intervention_missions(bigint) to caserne_api;
