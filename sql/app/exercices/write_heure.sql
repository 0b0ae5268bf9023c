create or replace function app.write_heure(exercice_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.exercice_heures h
       set (sapeur_id, heure_exercice_type_id, quantite) = (
         select n.sapeur_id, n.heure_exercice_type_id, n.quantite from jsonb_populate_record(h, ligne) n
       )
     where h.sis_key = request.sis_key()
       and h.exercice_id = write_heure.exercice_id
       and h.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ces heures n’existent pas.', detail = 'id';
    end if;
  else
    insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
    select write_heure.exercice_id, n.sapeur_id, n.heure_exercice_type_id, n.quantite
      from jsonb_populate_record(null::app.exercice_heures, ligne) n;
  end if;
end;
$$;
comment on function app.write_heure(bigint, jsonb) is
  'Adds additional hours {sapeur_id, heure_exercice_type_id, quantite} to an exercice, or changes those with the given id. PT422 for an unknown id.';
grant execute on function app.write_heure(bigint, jsonb) to caserne_api;
