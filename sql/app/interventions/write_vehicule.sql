create or replace function app.write_vehicule(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_vehicules v
       set vehicule_id = coalesce((ligne ->> 'vehicule_id')::bigint, v.vehicule_id)
     where v.sis_key = request.sis_key()
       and v.intervention_id = write_vehicule.intervention_id
       and v.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce véhicule n’est pas lié à l’intervention.', detail = 'id';
    end if;
  else
    insert into app.intervention_vehicules (intervention_id, vehicule_id)
    values (write_vehicule.intervention_id, coalesce(ligne ->> 'vehicule_id', ligne #>> '{}')::bigint)
    on conflict do nothing;
  end if;
end;
$$;
comment on function app.write_vehicule(bigint, jsonb) is
  'Links a vehicle, given by its id or as {vehicule_id}, unless it is linked already; or changes the link with the given id. PT422 for an unknown id.';
grant execute on function app.write_vehicule(bigint, jsonb) to caserne_api;
