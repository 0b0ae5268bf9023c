-- For whoever asks: the request is opened on the SIS whose logo it is, by nobody, with no right there.
create or replace function api.get_sis_logo(sis_key text) returns json
  language sql stable
as $$
  select json_build_object('type', l.type, 'etag', l.etag, 'image', encode(l.image, 'base64'))
    from app.sis_logos l
   where l.sis_key = request.sis_key()
     and l.sis_key = get_sis_logo.sis_key
$$;
comment on function api.get_sis_logo(text) is
  'The logo of a SIS, its image in base64; null when there is none, or no such SIS.';
grant execute on function api.get_sis_logo(text) to caserne_api;
