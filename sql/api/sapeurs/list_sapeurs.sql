-- In SQL, as in release 0.1.0 (docs/how-to/change-the-schema.md).
create or replace function api.list_sapeurs(
  actif boolean default null, type integer[] default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select api.page_sapeurs(actif, type, apres, limite)
$$;
comment on function api.list_sapeurs(boolean, integer[], json, integer) is
  'People of the caller''s SIS by name, each with their licences and the functions that are current or begin within a month; a page after [nom_prenom, id].';
grant execute on function api.list_sapeurs(boolean, integer[], json, integer) to caserne_api;
