create or replace function jobs.end_releve(sis_key text, messagerie_id bigint, error text, block boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_next_try_at timestamptz;
begin
  update jobs.releves r
     set finished_at = v_now,
         last_success_at = case when error is null then v_now else r.last_success_at end,
         last_error = coalesce(error, r.last_error),
         last_error_at = case when error is not null then v_now else r.last_error_at end,
         failures = case
                      when error is not null then r.failures + 1
                      -- A server that hangs up after each relève must not be called without end.
                      when r.last_error_at > v_now - interval '1 minute' then r.failures
                      else 0
                    end,
         next_try_at = case
                         when error is null then null
                         when block then v_now + interval '1 hour'
                         else v_now + jobs.releve_pause(r.failures)
                       end,
         bloquee = error is not null and block
   where r.sis_key = end_releve.sis_key
     and r.messagerie_id = end_releve.messagerie_id
     and not r.outdated
  returning r.next_try_at into v_next_try_at;
  if not found or v_next_try_at is not null then
    perform jobs.ask_releve(sis_key, messagerie_id, v_next_try_at);
  end if;
end;
$$;
comment on function jobs.end_releve(text, bigint, text, boolean) is
  'Ends a relève or a connection with its error (null: none) and plans the next try: after a pause, or in an hour when the mailbox is to be blocked. When the settings changed meanwhile, it asks for a new relève. Definer: the worker holds no right on any table.';
grant execute on function jobs.end_releve(text, bigint, text, boolean) to caserne_worker;
