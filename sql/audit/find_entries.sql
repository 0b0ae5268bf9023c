-- Planned for the given filters: a plan for any filter would read a journal of years from its end to find the
-- three entries of one row.
create or replace function audit.find_entries(
  ressource text, ligne_id bigint, user_id bigint, action text, since timestamptz, until timestamptz, before_id bigint,
  row_limit integer
) returns setof audit.journal
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select j.*
      from audit.journal j
     where j.sis_key = request.sis_key()
       and (find_entries.ressource is null or j.ressource = find_entries.ressource)
       and (find_entries.ligne_id is null or j.ligne_id = find_entries.ligne_id)
       and (find_entries.user_id is null or j.user_id = find_entries.user_id)
       and (find_entries.action is null or j.action = find_entries.action)
       and (find_entries.since is null or j.recorded_at >= find_entries.since)
       and (find_entries.until is null or j.recorded_at < find_entries.until)
       and j.id < find_entries.before_id
     order by j.id desc
     limit find_entries.row_limit;
end;
$$;
comment on function audit.find_entries(text, bigint, bigint, text, timestamptz, timestamptz, bigint, integer) is
  'The newest entries of the journal of the caller''s SIS with an id below before_id, of a resource, of one row, or of a time (since included, until not); null for any.';
grant execute on function audit.find_entries(text, bigint, bigint, text, timestamptz, timestamptz, bigint, integer) to caserne_api;
