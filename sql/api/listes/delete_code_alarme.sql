create or replace function api.delete_code_alarme(id bigint) returns json
  language sql volatile
as $$
  delete from app.codes_alarme c
   where c.sis_key = request.sis_key()
     and c.id = delete_code_alarme.id
  returning 'true'::json
$$;
comment on function api.delete_code_alarme(bigint) is
  'Removes a code; future alarms with it get the meaning of a shorter code, else divers. Null when it does not exist.';
grant execute on function api.delete_code_alarme(bigint) to caserne_api;
