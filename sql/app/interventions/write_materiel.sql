create or replace function app.write_materiel(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_materiels m
       set (materiel_id, quantite) = (select n.materiel_id, n.quantite from jsonb_populate_record(m, ligne) n)
     where m.sis_key = request.sis_key()
       and m.intervention_id = write_materiel.intervention_id
       and m.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce matériel n’est pas lié à l’intervention.', detail = 'id';
    end if;
  else
    insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
    select write_materiel.intervention_id, n.materiel_id, n.quantite
      from jsonb_populate_record(null::app.intervention_materiels, ligne) n;
  end if;
end;
$$;
comment on function app.write_materiel(bigint, jsonb) is
  'Adds a material {materiel_id, quantite}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_materiel(bigint, jsonb) to caserne_api;
