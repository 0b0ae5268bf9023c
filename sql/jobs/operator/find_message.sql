-- Nobody may read across SIS, not even the owner, so each SIS is opened in turn.
create or replace function jobs.find_message(id bigint) returns app.messages
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
  v_message app.messages;
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r where request.is_home(r.sis_key) loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    select * into v_message from app.messages m where m.sis_key = v_sis_key and m.id = find_message.id for update;
    if found then
      return v_message;
    end if;
  end loop;
  raise sqlstate 'PT404' using message = 'Message inconnu : ' || find_message.id;
end;
$$;
comment on function jobs.find_message(bigint) is
  'A message of any mailbox, locked, for the operator (PT404 when there is none). The request of its mailbox stays open.';
