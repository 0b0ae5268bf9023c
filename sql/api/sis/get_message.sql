create or replace function api.get_message(id bigint, message_id bigint) returns json
  language sql stable
as $$
  select api.as_json(m)
    from app.messages m
   where m.sis_key = request.sis_key()
     and m.messagerie_id = get_message.id
     and m.id = get_message.message_id
$$;
comment on function api.get_message(bigint, bigint) is
  'A message in the ledger of a mailbox of the caller''s SIS. Null when it does not exist.';
grant execute on function api.get_message(bigint, bigint) to caserne_api;
