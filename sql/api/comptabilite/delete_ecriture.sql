create or replace function api.delete_ecriture(id bigint) returns json
  language sql volatile
as $$
  delete from app.ecritures t
   using app.lock_ecriture(delete_ecriture.id) e
   where t.sis_key = request.sis_key()
     and t.id = e.id
  returning 'true'::json
$$;
comment on function api.delete_ecriture(bigint) is
  'Removes an entry that was written by hand. Null when it does not exist, PT409.';
grant execute on function api.delete_ecriture(bigint) to caserne_api;
