create or replace function api.get_piquet(id bigint) returns json
  language sql stable
as $$
  select api.as_json(q, (select app.fuseau()))
    from app.piquets q
   where q.sis_key = request.sis_key()
     and q.id = get_piquet.id
$$;
comment on function api.get_piquet(bigint) is
  'One standby. Null when none is visible.';
grant execute on function api.get_piquet(bigint) to caserne_api;
