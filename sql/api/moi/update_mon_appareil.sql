create or replace function api.update_mon_appareil(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  update app.appareils a
     set designation = coalesce(body ->> 'designation', a.designation),
         silence_debut = case when body ? 'silence' then (body -> 'silence' ->> 0)::time else a.silence_debut end,
         silence_fin = case when body ? 'silence' then (body -> 'silence' ->> 1)::time else a.silence_fin end,
         actif = coalesce((body ->> 'actif')::boolean, a.actif)
   where a.sis_key = request.sis_key()
     and a.id = update_mon_appareil.id;
  return api.appareil_json(id);
end;
$$;
comment on function api.update_mon_appareil(bigint, jsonb) is
  'Changes a device of the caller {designation, silence, actif}; absent keys leave values as they are. Null when they have no such device.';
grant execute on function api.update_mon_appareil(bigint, jsonb) to caserne_api;
