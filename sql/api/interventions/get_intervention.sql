create or replace function api.get_intervention(id bigint, complet boolean default false) returns json
  language sql stable
as $$
  select request.merge(api.as_json(i, complet), json_build_object('rapports_tablette', api.list_rapports_tablette(i.id)))
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = get_intervention.id
$$;
comment on function api.get_intervention(bigint, boolean) is
  'One intervention of the caller''s SIS with its reports of tablets, complet with all rows that belong to it, or null when there is none to see.';
grant execute on function api.get_intervention(bigint, boolean) to caserne_api;
