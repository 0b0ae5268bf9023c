-- Definer: clients may write neither the state of a message nor the queue.
create or replace function api.relire_message(id bigint, message_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message app.messages;
begin
  perform request.require('sis.config');
  select * into v_message
    from app.messages m
   where m.sis_key = request.sis_key()
     and m.messagerie_id = relire_message.id
     and m.id = relire_message.message_id
     for update;
  if not found then
    return null;
  end if;
  return api.as_json(jobs.reopen_message(v_message));
end;
$$;
comment on function api.relire_message(bigint, bigint) is
  'Asks for a relecture of a message of the caller''s SIS and returns its record, which waits as received. Null when it does not exist, PT403, PT409. Definer: clients may write neither the state of a message nor the queue.';
grant execute on function api.relire_message(bigint, bigint) to caserne_api;
