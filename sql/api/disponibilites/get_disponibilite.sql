create or replace function api.get_disponibilite(id bigint) returns json
  language sql stable
as $$
  select api.as_json(i, (select app.fuseau()))
    from app.indisponibilites i
   where i.sis_key = request.sis_key()
     and i.id = get_disponibilite.id
$$;
comment on function api.get_disponibilite(bigint) is
  'A period in which a sapeur cannot come, as it was noted. Null when none is visible.';
grant execute on function api.get_disponibilite(bigint) to caserne_api;
