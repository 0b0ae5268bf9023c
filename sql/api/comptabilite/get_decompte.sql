create or replace function api.get_decompte(id bigint) returns json
  language sql stable
as $$
  select api.as_json(d, app.paiements_de(d.id))
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = get_decompte.id
$$;
comment on function api.get_decompte(bigint) is
  'One décompte with its payments, or null when there is none to see.';
grant execute on function api.get_decompte(bigint) to caserne_api;
