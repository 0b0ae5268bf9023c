create or replace function app.write_presence(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_intervention_debut timestamptz := app.debut_intervention(intervention_id);
  v_presence app.intervention_sapeurs;
begin
  select * into v_presence
    from app.intervention_sapeurs p
   where p.sis_key = request.sis_key()
     and p.intervention_id = write_presence.intervention_id
     and p.id = (ligne ->> 'id')::bigint;
  if ligne ? 'id' and not found then
    raise sqlstate 'PT422' using message = 'Cette présence n’existe pas.', detail = 'id';
  elsif not found then
    -- A presence without a start begins with the quarter of an hour in which the intervention began.
    v_presence.debut := date_bin('15 minutes', v_intervention_debut, timestamptz '2000-01-01 00:00Z');
  end if;
  v_presence.sapeur_id := coalesce((ligne ->> 'sapeur_id')::bigint, v_presence.sapeur_id);
  v_presence.debut := coalesce(request.read_instant(ligne ->> 'debut', v_fuseau, v_intervention_debut), v_presence.debut);
  v_presence.fin := coalesce(request.read_instant(ligne ->> 'fin', v_fuseau, v_presence.debut), v_presence.fin);
  v_presence.piquet := coalesce((ligne ->> 'piquet')::boolean, v_presence.piquet, false);

  if ligne ? 'id' then
    update app.intervention_sapeurs p
       set (sapeur_id, debut, fin, piquet) = (v_presence.sapeur_id, v_presence.debut, v_presence.fin, v_presence.piquet)
     where p.sis_key = request.sis_key()
       and p.id = v_presence.id;
  else
    insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet)
    values (write_presence.intervention_id, v_presence.sapeur_id, v_presence.debut, v_presence.fin, v_presence.piquet);
  end if;
exception
  when exclusion_violation then
    -- In a batch of many rows the caller must learn which sapeur is meant, and where they were.
    raise sqlstate 'PT409' using message = (
      select format('%s est déjà présent à ce moment (intervention %s)', s.nom_prenom, i.numero)
        from app.intervention_sapeurs p
        join app.interventions i on i.sis_key = p.sis_key and i.id = p.intervention_id
        join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
       where p.sis_key = request.sis_key()
         and p.sapeur_id = v_presence.sapeur_id
         and p.id is distinct from v_presence.id
         and p.debut < v_presence.fin
         and v_presence.debut < p.fin
       limit 1
    );
end;
$$;
comment on function app.write_presence(bigint, jsonb) is
  'Adds a presence {sapeur_id, debut, fin, piquet}, or changes the one with the given id. PT409 when the sapeur is at an intervention at that time, PT422 for an unknown id.';
grant execute on function app.write_presence(bigint, jsonb) to caserne_api;
