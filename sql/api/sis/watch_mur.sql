create or replace function api.watch_mur(token bytea) returns json
  language sql stable
as $$
  select api.get_mur(token)
$$;
comment on function api.watch_mur(bytea) is
  'The next state of the stream of a wall, as api.get_mur.';
grant execute on function api.watch_mur(bytea) to caserne_api;
