-- Definer: callers who decide on excuses may not write presences.
create or replace function api.delete_exercice_excuse(id bigint, sapeur_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_excuse(id, sapeur_id);
begin
  if not v_ligne.excuse then
    raise sqlstate 'PT404' using message = 'Excuse inconnue';
  end if;
  update app.exercice_sapeurs s
     set excuse_type_id = null, excuse_statut = 0, remarque = '', justification = '', date_validation = null
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id;
  return 'true'::json;
end;
$$;
comment on function api.delete_exercice_excuse(bigint, bigint) is
  'Removes the excuse of a sapeur at an exercice with all that was said and decided about it. PT403, PT404, PT409 (app.lock_excuse). Definer: callers who decide on excuses may not write presences.';
grant execute on function api.delete_exercice_excuse(bigint, bigint) to caserne_api;
