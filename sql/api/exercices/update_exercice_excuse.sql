-- Definer: callers who decide on excuses may not write presences.
create or replace function api.update_exercice_excuse(id bigint, sapeur_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_excuse(id, sapeur_id);
begin
  if not v_ligne.excuse and body ->> 'excuse_type_id' is null then
    raise sqlstate 'PT422' using message = 'Ce champ est obligatoire.', detail = 'excuse_type_id';
  end if;
  update app.exercice_sapeurs s
     set (excuse_type_id, excuse_statut, justification, date_validation) = (
       select coalesce(n.excuse_type_id, s.excuse_type_id), n.excuse_statut, coalesce(n.justification, ''),
              case n.excuse_statut when 0 then null when s.excuse_statut then s.date_validation else app.today() end
         from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id
  returning * into v_ligne;
  return api.as_json(v_ligne);
end;
$$;
comment on function api.update_exercice_excuse(bigint, bigint, jsonb) is
  'Accepts (1) or refuses (-1) the excuse of a sapeur at an exercice, or leaves it open (0): {excuse_statut, justification, excuse_type_id}; writes it for someone convoked who has none. Returns their row. PT403, PT404, PT409 (app.lock_excuse), PT422 for an excuse without its reason. Definer: callers who decide on excuses may not write presences.';
grant execute on function api.update_exercice_excuse(bigint, bigint, jsonb) to caserne_api;
