create or replace function app.write_phase(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_debut timestamptz := request.read_instant(ligne ->> 'debut', app.fuseau(), app.debut_intervention(intervention_id));
begin
  if ligne ? 'id' then
    update app.intervention_phases p
       set phase_type_id = coalesce((ligne ->> 'phase_type_id')::bigint, p.phase_type_id),
           debut = coalesce(v_debut, p.debut)
     where p.sis_key = request.sis_key()
       and p.intervention_id = write_phase.intervention_id
       and p.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette phase n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_phases (intervention_id, phase_type_id, debut)
    values (write_phase.intervention_id, (ligne ->> 'phase_type_id')::bigint, v_debut);
  end if;
end;
$$;
comment on function app.write_phase(bigint, jsonb) is
  'Adds a phase {phase_type_id, debut}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_phase(bigint, jsonb) to caserne_api;
