-- A relève that was asked for already, or has just begun because of that, is joined; after one that has just ended the
-- next begins a second later. So a mail server is not called more often, however many clients ask. The row is locked:
-- of several callers at once, the first asks and the others join.
create or replace function jobs.ask_releves_of(sis_keys text[]) returns jsonb
  language plpgsql volatile
as $$
declare
  v_releve jobs.releves;
  v_now timestamptz;
  v_since timestamptz;
  v_asked jsonb := jsonb '{}';
begin
  -- Always in the same order, because two callers lock the same rows and jobs.
  for v_releve in
    select *
      from jobs.releves r
     where r.sis_key = any (ask_releves_of.sis_keys)
       and r.active
     order by r.sis_key, r.messagerie_id
       for update
  loop
    v_now := clock_timestamp();
    v_since := case
                  -- A blocked mailbox is not read even now, so that its server does not lock the account (see
                  -- jobs.releve_state).
                  when v_releve.bloquee and v_releve.next_try_at > v_now then v_now
                  when v_releve.asked_at > greatest(v_releve.started_at, v_now - interval '10 seconds') then v_releve.asked_at
                  -- A relève that began for other reasons, or longer ago, may have passed the mail that the caller
                  -- hopes to see.
                  when v_releve.started_at > greatest(v_releve.finished_at, v_now - interval '10 seconds')
                   and v_releve.asked_at > v_now - interval '2 seconds' then v_releve.started_at
                end;
    if v_since is null then
      v_since := v_now;
      update jobs.releves r set asked_at = v_now
       where r.sis_key = v_releve.sis_key and r.messagerie_id = v_releve.messagerie_id;
      perform jobs.ask_releve(v_releve.sis_key, v_releve.messagerie_id, greatest(v_now, v_releve.finished_at + interval '1 second'))
        -- Not later than a relève that is due anyway because of news.
        where not exists (
          select
            from graphile_worker.jobs j
           where j.key = jobs.releve_key(v_releve.sis_key, v_releve.messagerie_id)
             and j.run_at <= v_now
             and j.locked_at is null
             and j.attempts < j.max_attempts
        );
    end if;
    v_asked := v_asked || jsonb_build_object(jobs.messagerie_key(v_releve.sis_key, v_releve.messagerie_id), v_since);
  end loop;
  return v_asked;
end;
$$;
comment on function jobs.ask_releves_of(text[]) is
  'Asks for a relève of the active mailboxes of these SIS, unless one is under way: {<jobs.messagerie_key>: instant from which on a relève counts}.';
