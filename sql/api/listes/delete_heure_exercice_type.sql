create or replace function api.delete_heure_exercice_type(id bigint) returns json
  language sql volatile
as $$
  delete from app.heure_exercice_types t
   where t.sis_key = request.sis_key()
     and t.id = delete_heure_exercice_type.id
  returning 'true'::json
$$;
comment on function api.delete_heure_exercice_type(bigint) is
  'Removes a kind of hours of exercices. Null when it does not exist.';
grant execute on function api.delete_heure_exercice_type(bigint) to caserne_api;
