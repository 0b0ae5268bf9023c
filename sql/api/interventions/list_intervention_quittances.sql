create or replace function api.list_intervention_quittances(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(q) order by q.id) filter (where q.id is not null), '[]')
    from app.interventions i
    left join app.intervention_quittances q on q.sis_key = i.sis_key and q.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_quittances.id
   group by i.id
$$;
comment on function api.list_intervention_quittances(bigint) is
  'Quittances of an intervention, in the order of entry; null when no such intervention is visible.';
grant execute on function api.list_intervention_quittances(bigint) to caserne_api;
