create or replace function api.get_message_raw(id bigint, message_id bigint) returns json
  language sql stable
as $$
  select to_json(encode(m.contenu, 'base64'))
    from app.messages m
   where m.sis_key = request.sis_key()
     and m.messagerie_id = get_message_raw.id
     and m.id = get_message_raw.message_id
$$;
comment on function api.get_message_raw(bigint, bigint) is
  'The raw text of a message, in base64. Null when the message does not exist or its text is not kept.';
grant execute on function api.get_message_raw(bigint, bigint) to caserne_api;
