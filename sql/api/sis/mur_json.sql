-- By id, because the whole row holds the hash, which nobody may read.
create or replace function api.mur_json(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'id', m.id,
           'designation', m.designation,
           'created_at', request.utc_micros(m.created_at),
           'vu_le', m.vu_le,
           'expire_le', m.expire_le
         )
    from app.murs m
   where m.sis_key = request.sis_key()
     and m.id = mur_json.id
$$;
comment on function api.mur_json(bigint) is
  'A wall of the caller''s SIS on the wire; null when none is visible.';
grant execute on function api.mur_json(bigint) to caserne_api;
