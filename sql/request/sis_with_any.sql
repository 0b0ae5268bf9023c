create or replace function request.sis_with_any() returns text
  language sql stable parallel safe
as $$
  select case
           when pg_catalog.current_setting('request.permissions', true) <> ''
           then nullif(pg_catalog.current_setting('request.sis_key', true), '')
         end
$$;
comment on function request.sis_with_any() is 'The request''s SIS if the caller holds any permission there, else null.';
grant execute on function request.sis_with_any() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
