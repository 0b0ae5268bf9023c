create or replace function jobs.rewind_releve(sis_key text, messagerie_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update jobs.releves r set last_uid = 0
   where r.sis_key = rewind_releve.sis_key and r.messagerie_id = rewind_releve.messagerie_id and not r.outdated;
  -- Their UIDs may belong to other messages by now.
  delete from jobs.marquages m
   where m.sis_key = rewind_releve.sis_key and m.messagerie_id = rewind_releve.messagerie_id;
end;
$$;
comment on function jobs.rewind_releve(text, bigint) is
  'Resets the read position of a mailbox whose server gives UIDs a second time; the ledger recognises the messages it has. Definer: the worker holds no right on any table.';
grant execute on function jobs.rewind_releve(text, bigint) to caserne_worker;
