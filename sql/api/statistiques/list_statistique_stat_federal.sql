create or replace function api.list_statistique_stat_federal(id bigint) returns json
  language sql stable
as $$
  select stats.lignes('stat_federal', id)
$$;
comment on function api.list_statistique_stat_federal(bigint) is
  'Figures of the interventions of an accounting year by federal category; null when the year does not exist.';
grant execute on function api.list_statistique_stat_federal(bigint) to caserne_api;
