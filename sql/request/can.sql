create or replace function request.can(permission text) returns boolean
  language sql stable parallel safe
as $$
  select coalesce(permission = any (pg_catalog.string_to_array(pg_catalog.current_setting('request.permissions', true), ',')), false)
$$;
comment on function request.can(text) is 'Whether the caller holds a permission in the request''s SIS.';
grant execute on function request.can(text) to caserne_api, caserne_worker, caserne_analyst, caserne_national;
