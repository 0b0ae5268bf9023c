create or replace function api.delete_exercice(id bigint) returns json
  language sql volatile
as $$
  delete from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = delete_exercice.id
  returning 'true'::json
$$;
comment on function api.delete_exercice(bigint) is
  'Removes an exercice with its convocations. Null when it does not exist, PT409 when it is imputé.';
grant execute on function api.delete_exercice(bigint) to caserne_api;
