create or replace function jobs.end_releve(messagerie_id bigint, erreur text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update jobs.releves r
     set finished_at = clock_timestamp(),
         last_success_at = case when erreur is null then clock_timestamp() else r.last_success_at end,
         last_error = coalesce(erreur, r.last_error),
         last_error_at = case when erreur is not null then clock_timestamp() else r.last_error_at end
   where r.messagerie_id = end_releve.messagerie_id
$$;
comment on function jobs.end_releve(bigint, text) is
  'Ends the reading of a mailbox, with what went wrong (null: nothing). Definer: the worker holds no right on any table.';
grant execute on function jobs.end_releve(bigint, text) to caserne_worker;
