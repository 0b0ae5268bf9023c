create or replace function api.delete_sis_contact(id bigint) returns json
  language sql volatile
as $$
  delete from app.sis_contacts c
   where c.sis_key = request.sis_key()
     and c.id = delete_sis_contact.id
  returning 'true'::json
$$;
comment on function api.delete_sis_contact(bigint) is
  'Removes an address that the caller''s SIS writes to. Null when it does not exist.';
grant execute on function api.delete_sis_contact(bigint) to caserne_api;
