create or replace function api.delete_messagerie(id bigint) returns json
  language sql volatile
as $$
  delete from app.messageries b
   where b.sis_key = request.sis_key()
     and b.id = delete_messagerie.id
  returning 'true'::json
$$;
comment on function api.delete_messagerie(bigint) is
  'Removes a mailbox of the caller''s SIS with its ledger of messages; its alarms stay. Null when it does not exist.';
grant execute on function api.delete_messagerie(bigint) to caserne_api;
