create or replace function jobs.releve_state(sis_keys text[], demandes jsonb) returns text
  language sql stable
as $$
  select case
           when bool_or(
                  r.bloquee and r.next_try_at > clock_timestamp()
                  -- A relève that ended well also records what the server refused, such as marking a message.
                  or r.done_from >= d.value::timestamptz and r.last_error_at >= r.done_from
                     and coalesce(r.last_success_at < r.last_error_at, true)
                ) then 'echec'
           -- A mailbox that was never read has no times yet.
           when bool_or(r.active and not coalesce(r.done_from >= d.value::timestamptz, false)) then 'en_cours'
           else 'faite'
         end
    from jsonb_each_text(demandes) d
    -- The id alone: a server asked before this release was migrated to, and waits. Until the next release.
    join jobs.releves r on d.key in (jobs.messagerie_key(r.sis_key, r.messagerie_id), r.messagerie_id::text)
   where r.sis_key = any (releve_state.sis_keys)
$$;
comment on function jobs.releve_state(text[], jsonb) is
  'State of the relèves that jobs.ask_releves_of asked for: en_cours, faite, or echec as soon as one has failed.';
