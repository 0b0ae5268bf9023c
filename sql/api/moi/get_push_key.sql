create or replace function api.get_push_key() returns json
  language sql stable
as $$
  select json_build_object('cle', k.cle) from request.push_key() as k (cle) where k.cle is not null
$$;
comment on function api.get_push_key() is
  'The public key that browsers subscribe with (RFC 8292); null before the first start of a worker.';
grant execute on function api.get_push_key() to caserne_api;
