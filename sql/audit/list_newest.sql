-- Sorts are off, because the planner expects hardly any rows and would sort those of another index. So the journal is
-- read from its end, by the key or by the index of the account, until the page is full. Two statements, whose plans are
-- kept: planning for the given account would take longer than reading.
create or replace function audit.list_newest(
  user_id bigint, action text, before_id bigint, row_limit integer
) returns setof audit.journal
  language plpgsql stable set enable_sort = off
as $$
begin
  if list_newest.user_id is null then
    return query
      select j.*
        from audit.journal j
       where j.sis_key = request.sis_key()
         and (list_newest.action is null or j.action = list_newest.action)
         and j.id < list_newest.before_id
       order by j.id desc
       limit list_newest.row_limit;
    return;
  end if;
  return query
    select j.*
      from audit.journal j
     where j.sis_key = request.sis_key()
       and j.user_id = list_newest.user_id
       and (list_newest.action is null or j.action = list_newest.action)
       and j.id < list_newest.before_id
     order by j.id desc
     limit list_newest.row_limit;
end;
$$;
comment on function audit.list_newest(bigint, text, bigint, integer) is
  'The newest entries of the journal of the caller''s SIS with an id below before_id, by account and action; null for any.';
grant execute on function audit.list_newest(bigint, text, bigint, integer) to caserne_api;
