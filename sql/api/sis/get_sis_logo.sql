-- The logo is public: its request is opened on the SIS of the logo, without an account and without permissions.
create or replace function api.get_sis_logo(sis_key text) returns json
  language sql stable
as $$
  select json_build_object('type', l.type, 'etag', l.etag, 'image', encode(l.image, 'base64'))
    from app.sis_logos l
   where l.sis_key = request.sis_key()
     and l.sis_key = get_sis_logo.sis_key
$$;
comment on function api.get_sis_logo(text) is
  'The logo of a SIS, its image in base64; null when the SIS has none or does not exist.';
grant execute on function api.get_sis_logo(text) to caserne_api;
