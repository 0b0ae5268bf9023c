-- One of the existing clients says status, and sends records back that have both.
create or replace function app.accept_status(body jsonb) returns jsonb
  language sql immutable parallel safe
as $$
  select jsonb_strip_nulls(jsonb_build_object('statut', body -> 'status')) || body
$$;
comment on function app.accept_status(jsonb) is
  'A body in which status stands for statut, unless it has that too.';
grant execute on function app.accept_status(jsonb) to caserne_api;
