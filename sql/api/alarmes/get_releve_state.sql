create or replace function api.get_releve_state(asked timestamptz) returns json
  language sql stable security definer set search_path = ''
as $$
  select to_json(case
           -- One that was never read has no times yet.
           when not coalesce(bool_and(coalesce(r.started_at >= asked and r.finished_at >= r.started_at, false)), true) then 'en_cours'
           -- A reading that ended well says what the server did not do (mark a message, say) all the same.
           when coalesce(bool_or(r.last_error_at >= asked and coalesce(r.last_success_at < r.last_error_at, true)), false) then 'echec'
           else 'faite'
         end)
    from jobs.releves r
   where r.sis_key in (request.sis_key(), '*')
     and request.can('intervention.lecture')
$$;
comment on function api.get_releve_state(timestamptz) is
  'Whether the mailboxes that serve the caller''s SIS have been read since an instant: en_cours, faite, or echec when one could not be. Definer: shows nothing of the mailboxes.';
grant execute on function api.get_releve_state(timestamptz) to caserne_api;
