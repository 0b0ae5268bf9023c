create or replace function api.list_intervention_materiels(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(m) order by m.id) filter (where m.id is not null), '[]')
    from app.interventions i
    left join app.intervention_materiels m on m.sis_key = i.sis_key and m.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_materiels.id
   group by i.id
$$;
comment on function api.list_intervention_materiels(bigint) is
  'Materials that an intervention consumed or lent, in the order of entry; null when no such intervention is visible.';
grant execute on function api.list_intervention_materiels(bigint) to caserne_api;
