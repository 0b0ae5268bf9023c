create or replace function api.as_json(intervention app.interventions, complet boolean) returns json
  language sql stable
as $$
  select case
           when not complet then api.as_json(intervention)
           else (
             select json_object_agg(e.key, e.value)
               from (
                 select * from json_each(api.as_json(intervention))
                 union all
                 select * from json_each(json_build_object(
                   'sapeurs', api.list_intervention_sapeurs(intervention.id),
                   'vehicules', api.list_intervention_vehicules(intervention.id),
                   'materiels', api.list_intervention_materiels(intervention.id),
                   'groupes', api.list_intervention_groupes(intervention.id),
                   'missions', api.list_intervention_missions(intervention.id),
                   'appels', api.list_intervention_appels(intervention.id),
                   'phases', api.list_intervention_phases(intervention.id),
                   'quittances', api.list_intervention_quittances(intervention.id),
                   'jalons', api.list_intervention_jalons(intervention.id)
                 ))
               ) e
           )
         end
$$;
comment on function api.as_json(app.interventions, boolean) is
  'An intervention on the wire; complet adds all rows that belong to it.';
grant execute on function api.as_json(app.interventions, boolean) to caserne_api;
