create or replace function jobs.messagerie_sis(messagerie_id bigint) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_owners text[] := array(
    select r.sis_key from jobs.releves r where r.messagerie_id = messagerie_sis.messagerie_id order by r.sis_key);
begin
  if cardinality(v_owners) > 1 then
    raise sqlstate 'PT409' using
      message = format('Plusieurs SIS ont une messagerie %s : %s', messagerie_id, array_to_string(v_owners, ', '));
  end if;
  return v_owners[1];
end;
$$;
comment on function jobs.messagerie_sis(bigint) is
  'The SIS of a mailbox that release 0.1.0 names by its id alone: null when there is none, PT409 when several SIS have one. Until the next release. Definer: the worker holds no right on any table.';
grant execute on function jobs.messagerie_sis(bigint) to caserne_worker;
