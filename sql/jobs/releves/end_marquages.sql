create or replace function jobs.end_marquages(
  sis_key text, messagerie_id bigint, uidvalidity bigint, uids bigint[], refusal text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Ten refusals, over about four hours, are enough: the messages are in the ledger anyway.
  delete from jobs.marquages m
   where m.sis_key = end_marquages.sis_key
     and m.messagerie_id = end_marquages.messagerie_id
     and m.uidvalidity = end_marquages.uidvalidity
     and m.uid = any (uids)
     and (refusal is null or m.tentatives >= 9);
  if refusal is null then
    return;
  end if;
  update jobs.marquages m
     set tentatives = m.tentatives + 1,
         next_try_at = clock_timestamp() + least(interval '1 minute' * 2 ^ m.tentatives, interval '1 hour')
   where m.sis_key = end_marquages.sis_key
     and m.messagerie_id = end_marquages.messagerie_id
     and m.uidvalidity = end_marquages.uidvalidity
     and m.uid = any (uids);
  update jobs.releves r
     set last_error = refusal, last_error_at = clock_timestamp()
   where r.sis_key = end_marquages.sis_key
     and r.messagerie_id = end_marquages.messagerie_id;
end;
$$;
comment on function jobs.end_marquages(text, bigint, bigint, bigint[], text) is
  'Removes messages that were marked in their mailbox, or records why the server refused (refusal, in French) and when to try again, ten times at most. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_marquages(text, bigint, bigint, bigint[], text) to caserne_worker;
