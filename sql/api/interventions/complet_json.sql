create or replace function api.complet_json(intervention app.interventions) returns json
  language sql stable set timezone = 'UTC'
as $$
  select request.enter_fuseau(app.fuseau());
  select to_json(c)
    from api.intervention_json(intervention) f
   cross join lateral (
     select f.*,
            api.list_intervention_sapeurs(f.id) as sapeurs,
            api.list_intervention_vehicules(f.id) as vehicules,
            api.list_intervention_materiels(f.id) as materiels,
            api.list_intervention_groupes(f.id) as groupes,
            api.list_intervention_missions(f.id) as missions,
            api.list_intervention_appels(f.id) as appels,
            api.list_intervention_phases(f.id) as phases,
            api.list_intervention_quittances(f.id) as quittances,
            api.list_intervention_jalons(f.id) as jalons
   ) c
$$;
comment on function api.complet_json(app.interventions) is
  'An intervention on the wire with all rows that belong to it.';
grant execute on function api.complet_json(app.interventions) to caserne_api;
