create or replace function api.get_push_key() returns json
  language sql stable
as $$
  select json_build_object('cle', request.push_key())
$$;
comment on function api.get_push_key() is
  'The public key that browsers subscribe with (RFC 8292) {cle}; null before the first start of a worker.';
grant execute on function api.get_push_key() to caserne_api;
