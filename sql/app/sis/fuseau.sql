create or replace function app.fuseau() returns text
  language sql stable
as $$
  select s.fuseau from app.sis s where s.sis_key = request.sis_key()
$$;
comment on function app.fuseau() is
  'Time zone of the request''s SIS.';
grant execute on function app.fuseau() to caserne_api;
