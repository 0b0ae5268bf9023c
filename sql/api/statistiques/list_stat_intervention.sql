create or replace function api.list_stat_intervention(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select stats.categories('stat_intervention', exercice_comptable_id, apres, limite)
$$;
comment on function api.list_stat_intervention(bigint, json, integer) is
  'Categories of a service''s own statistics with the figures of an accounting year and the previous one; a page after [tri, id]. Null when the year does not exist.';
grant execute on function api.list_stat_intervention(bigint, json, integer) to caserne_api;
