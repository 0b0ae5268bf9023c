create or replace function api.as_json(logo app.sis_logos) returns json
  language sql stable
as $$
  select json_build_object('type', logo.type, 'taille', length(logo.image), 'etag', logo.etag)
$$;
comment on function api.as_json(app.sis_logos) is 'A logo on the wire, without its image.';
grant execute on function api.as_json(app.sis_logos) to caserne_api;
