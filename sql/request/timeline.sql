-- Each promotion begins a timeline. Transactions that were lost with the primary of before have ids that the new one
-- gives again, so an id of a transaction says nothing without its timeline. pg_control_checkpoint() is no use on a
-- primary: for some seconds after a promotion it still names the timeline of before. A standby refuses pg_walfile_name.
create or replace function request.timeline() returns bigint
  language sql stable
as $$
  select case
           when pg_is_in_recovery() then (
             select greatest(c.timeline_id, r.min_recovery_end_timeline)
               from pg_control_checkpoint() c, pg_control_recovery() r
           )
           else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
         end
$$;
comment on function request.timeline() is
  'The timeline of this database. A standby may name the one of before for a while after a promotion elsewhere.';
grant execute on function request.timeline() to caserne_api;
