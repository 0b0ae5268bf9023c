create or replace function app.write_quittance_rapport(intervention_id bigint, ligne jsonb) returns text
  language plpgsql volatile
as $$
declare
  v_sapeur_id bigint := coalesce(ligne ->> 'sapeur_id', ligne #>> '{}')::bigint;
begin
  if exists (select from app.sapeurs s where s.sis_key = request.sis_key() and s.id = v_sapeur_id) then
    perform app.write_quittance(intervention_id, ligne);
    return null;
  end if;
  return format('le sapeur %s n’existe pas, sa quittance n’a pas été ajoutée', v_sapeur_id);
end;
$$;
comment on function app.write_quittance_rapport(bigint, jsonb) is
  'Adds a quittance of a tablet''s report, a sapeur''s id or {sapeur_id}. Returns a warning when the SIS has no such sapeur, else null.';
grant execute on function app.write_quittance_rapport(bigint, jsonb) to caserne_api;
