-- By id, because the whole row holds the hash, which nobody may read.
create or replace function api.calendrier_json(id bigint) returns json
  language sql stable
as $$
  select json_build_object('id', c.id, 'designation', c.designation, 'created_at', request.utc_micros(c.created_at))
    from app.calendriers c
   where c.sis_key = request.sis_key()
     and c.id = calendrier_json.id
$$;
comment on function api.calendrier_json(bigint) is 'A calendar of the caller on the wire; null when none is visible.';
grant execute on function api.calendrier_json(bigint) to caserne_api;
