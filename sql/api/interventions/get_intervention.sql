create or replace function api.get_intervention(id bigint) returns json
  language sql stable
as $$
  select api.as_json(i)
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = get_intervention.id
$$;
comment on function api.get_intervention(bigint) is
  'One intervention of the caller''s SIS, or null when there is none to see.';
grant execute on function api.get_intervention(bigint) to caserne_api;
