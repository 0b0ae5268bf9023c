create or replace function api.list_intervention_phases(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p, z.fuseau) order by p.debut, p.id) filter (where p.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_phases p on p.sis_key = i.sis_key and p.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_phases.id
   group by i.id
$$;
comment on function api.list_intervention_phases(bigint) is
  'Phases of an intervention, by start; null when no such intervention is visible.';
grant execute on function api.list_intervention_phases(bigint) to caserne_api;
