-- By id, because the whole row holds the subscription, which nobody may read.
create or replace function api.appareil_json(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'id', a.id,
           'type', a.type,
           'designation', a.designation,
           'actif', a.actif,
           'silence', case when a.silence_debut is not null then json_build_array(a.silence_debut::text, a.silence_fin::text) end,
           'created_at', request.utc_micros(a.created_at)
         )
    from app.appareils a
   where a.sis_key = request.sis_key()
     and a.id = appareil_json.id
$$;
comment on function api.appareil_json(bigint) is
  'A device of the caller on the wire; null when none is visible.';
grant execute on function api.appareil_json(bigint) to caserne_api;
