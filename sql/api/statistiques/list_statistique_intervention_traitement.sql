create or replace function api.list_statistique_intervention_traitement(id bigint) returns json
  language sql stable
as $$
  select stats.lignes('intervention_traitement', id)
$$;
comment on function api.list_statistique_intervention_traitement(bigint) is
  'Figures of the interventions of an accounting year by how far they have been invoiced; null when the year does not exist.';
grant execute on function api.list_statistique_intervention_traitement(bigint) to caserne_api;
