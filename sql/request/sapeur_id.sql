create or replace function request.sapeur_id() returns bigint
  language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('request.sapeur_id', true), '')::bigint
$$;
comment on function request.sapeur_id() is
  'The sapeur that the caller is in the request''s SIS, or null.';
grant execute on function request.sapeur_id() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
