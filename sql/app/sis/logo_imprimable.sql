create or replace function app.logo_imprimable() returns json
  language sql stable
as $$
  select json_build_object('type', l.type, 'image', encode(l.image, 'base64'))
    from app.sis_logos l
   where l.sis_key = request.sis_key()
     and l.type in ('image/png', 'image/jpeg')
$$;
comment on function app.logo_imprimable() is
  'The logo of the request''s SIS with its image in base64, if it is of a type that can be printed, else null.';
grant execute on function app.logo_imprimable() to caserne_api;
