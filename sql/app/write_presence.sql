create or replace function app.write_presence(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_debut timestamptz := request.read_instant(ligne ->> 'debut', v_fuseau);
  v_fin timestamptz := request.read_instant(ligne ->> 'fin', v_fuseau);
begin
  if ligne ? 'id' then
    update app.intervention_sapeurs p
       set sapeur_id = coalesce((ligne ->> 'sapeur_id')::bigint, p.sapeur_id),
           debut = coalesce(v_debut, p.debut),
           fin = coalesce(v_fin, p.fin),
           piquet = coalesce((ligne ->> 'piquet')::boolean, p.piquet)
     where p.sis_key = request.sis_key()
       and p.intervention_id = write_presence.intervention_id
       and p.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette présence n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet)
    select i.id, (ligne ->> 'sapeur_id')::bigint,
           -- Who does not say when he came was there from the quarter of an hour in which it began.
           coalesce(v_debut, date_bin('15 minutes', i.date_debut + i.heure_debut, timestamp '2000-01-01') at time zone v_fuseau),
           v_fin, coalesce((ligne ->> 'piquet')::boolean, false)
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.id = write_presence.intervention_id;
  end if;
end;
$$;
comment on function app.write_presence(bigint, jsonb) is
  'Adds a presence {sapeur_id, debut, fin, piquet}, or changes the one whose id it has. PT422 when there is no such.';
grant execute on function app.write_presence(bigint, jsonb) to caserne_api;
