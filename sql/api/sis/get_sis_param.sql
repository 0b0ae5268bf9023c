create or replace function api.get_sis_param() returns json
  language sql stable
as $$
  select api.as_json(s)
    from app.sis s
   where s.sis_key = request.sis_key()
$$;
comment on function api.get_sis_param() is
  'The settings of the caller''s SIS.';
grant execute on function api.get_sis_param() to caserne_api;
