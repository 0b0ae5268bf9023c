create or replace function jobs.rewind_releve(messagerie_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.releves r set last_uid = 0 where r.messagerie_id = rewind_releve.messagerie_id and not r.outdated;
  -- What they say of a UID may be another message's by now.
  delete from jobs.marquages m where m.messagerie_id = rewind_releve.messagerie_id;
end;
$$;
comment on function jobs.rewind_releve(bigint) is
  'Has a mailbox read from its beginning, whose server gives UIDs a second time: the ledger knows what it has seen. Definer: the worker holds no right on any table.';
grant execute on function jobs.rewind_releve(bigint) to caserne_worker;
