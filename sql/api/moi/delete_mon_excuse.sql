-- Definer: a sapeur may write nothing else of their row.
create or replace function api.delete_mon_excuse(exercice_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_mon_excuse(exercice_id);
begin
  if not v_ligne.excuse then
    raise sqlstate 'PT404' using message = 'Excuse inconnue';
  end if;
  update app.exercice_sapeurs s
     set excuse_type_id = null, remarque = ''
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id;
  return 'true'::json;
end;
$$;
comment on function api.delete_mon_excuse(bigint) is
  'Takes back the excuse of the calling sapeur from an exercice. PT404 when there is none; PT404, PT409 (app.lock_mon_excuse). Definer: they may write nothing else of their row.';
grant execute on function api.delete_mon_excuse(bigint) to caserne_api;
