create or replace function api.delete_exercice_comptable(id bigint) returns json
  language sql volatile
as $$
  delete from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = delete_exercice_comptable.id
  returning 'true'::json
$$;
comment on function api.delete_exercice_comptable(bigint) is
  'Removes an accounting year without interventions, exercices and accounts. Null when it does not exist.';
grant execute on function api.delete_exercice_comptable(bigint) to caserne_api;
