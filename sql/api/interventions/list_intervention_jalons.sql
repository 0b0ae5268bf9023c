create or replace function api.list_intervention_jalons(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(j, z.fuseau) order by j.date_time, j.id) filter (where j.id is not null), '[]')
    from app.interventions i
    join app.sis z on z.sis_key = i.sis_key
    left join app.intervention_jalons j on j.sis_key = i.sis_key and j.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_jalons.id
   group by i.id
$$;
comment on function api.list_intervention_jalons(bigint) is
  'Jalons of an intervention, by time; null when no such intervention is visible.';
grant execute on function api.list_intervention_jalons(bigint) to caserne_api;
