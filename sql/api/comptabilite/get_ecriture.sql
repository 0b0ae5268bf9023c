create or replace function api.get_ecriture(id bigint) returns json
  language sql stable
as $$
  select api.as_json(e)
    from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.id = get_ecriture.id
$$;
comment on function api.get_ecriture(bigint) is
  'One entry; null when there is none to see.';
grant execute on function api.get_ecriture(bigint) to caserne_api;
