create or replace function api.create_sis_logo(body jsonb) returns json
  language sql volatile
as $$
  insert into app.sis_logos as l (type, image)
  values (body ->> 'type', decode(body ->> 'image', 'base64'))
  on conflict (sis_key) do update
     set type = excluded.type, image = excluded.image
  returning api.as_json(l)
$$;
comment on function api.create_sis_logo(jsonb) is
  'Sets or replaces the logo of the caller''s SIS: {type, image in base64}.';
grant execute on function api.create_sis_logo(jsonb) to caserne_api;
