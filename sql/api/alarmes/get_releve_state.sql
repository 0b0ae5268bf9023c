create or replace function api.get_releve_state(demandes jsonb) returns json
  language sql stable security definer set search_path = ''
as $$
  select to_json(case
           when bool_or(
                  r.bloquee and r.next_try_at > clock_timestamp()
                  -- A reading that ended well says what the server did not do (mark a message, say) all the same.
                  or r.done_from >= d.value::timestamptz and r.last_error_at >= r.done_from
                     and coalesce(r.last_success_at < r.last_error_at, true)
                ) then 'echec'
           -- One that was never read has no times yet.
           when bool_or(r.active and not coalesce(r.done_from >= d.value::timestamptz, false)) then 'en_cours'
           else 'faite'
         end)
    from jsonb_each_text(demandes) d
    join jobs.releves r on r.messagerie_id = d.key::bigint
   where r.sis_key in (request.sis_key(), '*')
     and request.can('intervention.lecture')
$$;
comment on function api.get_releve_state(jsonb) is
  'Whether the mailboxes that api.ask_releve had read have been: en_cours, faite, or echec as soon as it is known that one cannot be. Definer: shows nothing of the mailboxes.';
grant execute on function api.get_releve_state(jsonb) to caserne_api;
