create or replace function api.list_intervention_groupes(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(g) order by g.no, g.designation) filter (where g.id is not null), '[]')
    from app.interventions i
    left join app.intervention_groupes g on g.sis_key = i.sis_key and g.intervention_id = i.id
   where i.sis_key = request.sis_key()
     and i.id = list_intervention_groupes.id
   group by i.id
$$;
comment on function api.list_intervention_groupes(bigint) is
  'Groups alerted for an intervention, by number; null when no such intervention is visible.';
grant execute on function api.list_intervention_groupes(bigint) to caserne_api;
