create or replace function app.write_jalon(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_date_time timestamptz := request.read_instant(ligne ->> 'date_time', app.fuseau(), app.debut_intervention(intervention_id));
begin
  if ligne ? 'id' then
    update app.intervention_jalons j
       set (titre, description, date_time, sapeur_id, sapeur) = (
         select n.titre, coalesce(n.description, ''), coalesce(v_date_time, j.date_time), n.sapeur_id, coalesce(n.sapeur, '')
           from jsonb_populate_record(j, ligne) n
       )
     where j.sis_key = request.sis_key()
       and j.intervention_id = write_jalon.intervention_id
       and j.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce jalon n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_jalons (intervention_id, titre, description, date_time, sapeur_id, sapeur)
    select write_jalon.intervention_id, n.titre, coalesce(n.description, ''), v_date_time, n.sapeur_id, coalesce(n.sapeur, '')
      from jsonb_populate_record(null::app.intervention_jalons, ligne) n;
  end if;
end;
$$;
comment on function app.write_jalon(bigint, jsonb) is
  'Adds a jalon {titre, description, date_time, sapeur_id, sapeur}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_jalon(bigint, jsonb) to caserne_api;
