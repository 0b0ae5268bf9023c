create or replace function app.write_mission(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_debut timestamptz := request.read_instant(ligne ->> 'debut', v_fuseau, app.debut_intervention(intervention_id));
begin
  if ligne ? 'id' then
    update app.intervention_missions m
       set (titre, resume, debut, fin, sapeur_id, sapeur) = (
         select n.titre, coalesce(n.resume, ''), coalesce(v_debut, m.debut),
                case when ligne ? 'fin' then request.read_instant(ligne ->> 'fin', v_fuseau, coalesce(v_debut, m.debut)) else m.fin end, n.sapeur_id, coalesce(n.sapeur, '')
           from jsonb_populate_record(m, ligne) n
       )
     where m.sis_key = request.sis_key()
       and m.intervention_id = write_mission.intervention_id
       and m.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cette mission n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_missions (intervention_id, titre, resume, debut, fin, sapeur_id, sapeur)
    select write_mission.intervention_id, n.titre, coalesce(n.resume, ''), v_debut,
           request.read_instant(ligne ->> 'fin', v_fuseau, v_debut), n.sapeur_id, coalesce(n.sapeur, '')
      from jsonb_populate_record(null::app.intervention_missions, ligne) n;
  end if;
end;
$$;
comment on function app.write_mission(bigint, jsonb) is
  'Adds a mission {titre, resume, debut, fin, sapeur_id, sapeur}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_mission(bigint, jsonb) to caserne_api;
