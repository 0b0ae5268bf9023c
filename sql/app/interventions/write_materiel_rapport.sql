create or replace function app.write_materiel_rapport(intervention_id bigint, ligne jsonb) returns text
  language plpgsql volatile
as $$
declare
  v_quantite numeric(10, 2) := (ligne ->> 'quantite')::numeric;
  v_existing numeric(10, 2);
begin
  select m.quantite into v_existing
    from app.intervention_materiels m
   where m.sis_key = request.sis_key()
     and m.intervention_id = write_materiel_rapport.intervention_id
     and m.materiel_id = (ligne ->> 'materiel_id')::bigint;
  if v_existing = v_quantite then
    return null;
  elsif v_existing is not null then
    return format('ce matériel y est déjà (%s), %s n’a pas été ajouté', v_existing, v_quantite);
  elsif v_quantite <= 0 then
    return format('ce matériel n’a pas été ajouté, sa quantité est %s', v_quantite);
  end if;
  perform app.write_materiel(intervention_id, ligne);
  return null;
end;
$$;
comment on function app.write_materiel_rapport(bigint, jsonb) is
  'Adds a material of a tablet''s report unless the intervention already has it. Returns a warning for the officer, or null.';
grant execute on function app.write_materiel_rapport(bigint, jsonb) to caserne_api;
