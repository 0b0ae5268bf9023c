create or replace function request.sis_with(variadic permissions text[]) returns text
  language sql stable parallel safe
as $$
  select case
           when pg_catalog.string_to_array(pg_catalog.current_setting('request.permissions', true), ',') && permissions
           then nullif(pg_catalog.current_setting('request.sis_key', true), '')
         end
$$;
comment on function request.sis_with(text[]) is
  'The request''s SIS if the caller holds one of these permissions there, else null.';
grant execute on function request.sis_with(text[]) to caserne_api, caserne_worker, caserne_analyst, caserne_national;
