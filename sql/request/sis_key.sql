-- After a transaction that set it, a setting is '' and not null: hence nullif. Without the setting no policy shows a
-- row.
create or replace function request.sis_key() returns text
  language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('request.sis_key', true), '')
$$;
comment on function request.sis_key() is 'Key of the request''s SIS, or null outside a request.';
grant execute on function request.sis_key() to caserne_api, caserne_worker, caserne_analyst, caserne_national;
