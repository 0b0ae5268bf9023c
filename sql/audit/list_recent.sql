-- Read from the end of the journal, as audit.list_newest, but not far: a page of the last days is mostly full after its
-- own length.
create or replace function audit.list_recent(
  user_id bigint, action text, since timestamptz, until timestamptz, before_id bigint, row_limit integer
) returns setof audit.journal
  language plpgsql stable set enable_sort = off
as $$
begin
  return query
    select j.*
      from (
        select j.*
          from audit.journal j
         where j.sis_key = request.sis_key()
           and j.id < list_recent.before_id
         order by j.id desc
         limit 2 * list_recent.row_limit
      ) j
     where (list_recent.user_id is null or j.user_id = list_recent.user_id)
       and (list_recent.action is null or j.action = list_recent.action)
       and (list_recent.since is null or j.recorded_at >= list_recent.since)
       and (list_recent.until is null or j.recorded_at < list_recent.until)
     order by j.id desc
     limit list_recent.row_limit;
end;
$$;
comment on function audit.list_recent(bigint, text, timestamptz, timestamptz, bigint, integer) is
  'The entries of a time by account and action (null for any) among the last ones with an id below before_id: the newest of all, if they are as many as row_limit.';
grant execute on function audit.list_recent(bigint, text, timestamptz, timestamptz, bigint, integer) to caserne_api;
