-- Definer: a sapeur may write nothing else of their row.
create or replace function api.create_mon_excuse(exercice_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ligne app.exercice_sapeurs := app.lock_mon_excuse(exercice_id);
begin
  if v_ligne.present then
    raise sqlstate 'PT409' using message = 'Vous êtes inscrit comme présent à cet exercice';
  end if;
  update app.exercice_sapeurs s
     set (excuse_type_id, remarque, date_demande) = (
       select n.excuse_type_id, coalesce(n.remarque, ''), app.today() from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
     and s.id = v_ligne.id
  returning * into v_ligne;
  return api.as_json(v_ligne);
end;
$$;
comment on function api.create_mon_excuse(bigint, jsonb) is
  'Excuses the calling sapeur from an exercice {excuse_type_id, remarque}, or changes their excuse, and returns their row. PT404, PT409 (app.lock_mon_excuse; when they are present), PT422. Definer: they may write nothing else of their row.';
grant execute on function api.create_mon_excuse(bigint, jsonb) to caserne_api;
