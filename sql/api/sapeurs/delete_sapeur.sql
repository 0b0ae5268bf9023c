create or replace function api.delete_sapeur(id bigint) returns json
  language sql volatile
as $$
  delete from app.sapeurs s
   where s.sis_key = request.sis_key()
     and s.id = delete_sapeur.id
  returning 'true'::json
$$;
comment on function api.delete_sapeur(bigint) is
  'Removes a sapeur without interventions, exercices, pay, equipment on loan and account. Null when they do not exist, PT409.';
grant execute on function api.delete_sapeur(bigint) to caserne_api;
