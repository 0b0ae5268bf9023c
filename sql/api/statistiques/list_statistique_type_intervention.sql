create or replace function api.list_statistique_type_intervention(id bigint) returns json
  language sql stable
as $$
  select stats.lignes('type_intervention', id)
$$;
comment on function api.list_statistique_type_intervention(bigint) is
  'Figures of the interventions of an accounting year by type; null when the year does not exist.';
grant execute on function api.list_statistique_type_intervention(bigint) to caserne_api;
