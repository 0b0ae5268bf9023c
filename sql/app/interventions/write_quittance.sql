create or replace function app.write_quittance(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_quittances q
       set sapeur_id = coalesce((ligne ->> 'sapeur_id')::bigint, q.sapeur_id)
     where q.sis_key = request.sis_key()
       and q.intervention_id = write_quittance.intervention_id
       and q.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette quittance n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_quittances (intervention_id, sapeur_id)
    values (write_quittance.intervention_id, coalesce(ligne ->> 'sapeur_id', ligne #>> '{}')::bigint)
    on conflict do nothing;
  end if;
end;
$$;
comment on function app.write_quittance(bigint, jsonb) is
  'Adds a quittance for a sapeur, given by their id or as {sapeur_id}, unless there is one; or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_quittance(bigint, jsonb) to caserne_api;
