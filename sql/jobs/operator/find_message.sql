-- Nobody may read across SIS, not even the owner, so each SIS is opened in turn.
create or replace function jobs.find_message(id bigint, sis_key text) returns app.messages
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
  v_message app.messages;
  v_owners text[] := array[]::text[];
begin
  if find_message.sis_key <> '*' then
    perform auth.require_here(find_message.sis_key);
  end if;
  for v_sis_key in
    select distinct r.sis_key
      from jobs.releves r
     where (find_message.sis_key is null or r.sis_key = find_message.sis_key)
       -- Rows that a SIS has left behind are not current.
       and request.is_home(r.sis_key)
     order by r.sis_key
  loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    if exists (select from app.messages m where m.sis_key = v_sis_key and m.id = find_message.id) then
      v_owners := v_owners || v_sis_key;
    end if;
  end loop;
  if cardinality(v_owners) > 1 then
    raise sqlstate 'PT409' using
      message = format('Plusieurs SIS ont un message %s : %s. Dites lequel : --sis', find_message.id, array_to_string(v_owners, ', '));
  end if;
  perform request.open(null, v_owners[1], array['sis.config'], null);
  select * into v_message from app.messages m where m.sis_key = v_owners[1] and m.id = find_message.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Message inconnu : ' || find_message.id;
  end if;
  return v_message;
end;
$$;
comment on function jobs.find_message(bigint, text) is
  'A message of a SIS (''*'': the instance), or of whichever has one of this id (null), locked, for the operator. PT404 when there is none, PT409 when several SIS have one. The request of its mailbox stays open.';
