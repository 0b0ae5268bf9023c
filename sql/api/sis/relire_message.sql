-- Definer: neither the state of a message nor the queue is the client's to write.
create or replace function api.relire_message(id bigint, message_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message app.messages;
begin
  if not request.can('sis.config') then
    raise sqlstate 'PT403' using message = 'Permission requise : sis.config';
  end if;
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
  'Has a message of the caller''s SIS read again: its record, which then waits as received. Null when there is no such. PT403, PT409. Definer: neither its state nor the queue is the client''s to write.';
grant execute on function api.relire_message(bigint, bigint) to caserne_api;
