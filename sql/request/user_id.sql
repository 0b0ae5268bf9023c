create or replace function request.user_id() returns bigint
  language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('request.user_id', true), '')::bigint
$$;
comment on function request.user_id() is 'The calling account, or null for a job.';
grant execute on function request.user_id() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
