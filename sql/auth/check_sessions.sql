-- Definer: as auth.check_session.
create or replace function auth.check_sessions(
  user_ids bigint[], issued_at timestamptz[], sis_key text, permissions text[], out held text[], out ended integer[]
)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_held text[];
begin
  ended := '{}';
  for n in 1 .. cardinality(user_ids) loop
    begin
      v_held := (auth.check_rights(user_ids[n], issued_at[n], sis_key, permissions, null, array['intervention.lecture'], false)).held;
      if held is null then
        held := v_held;
      elsif held <> v_held then
        held := array(select unnest(held) intersect select unnest(v_held) order by 1);
      end if;
    exception when sqlstate 'PT401' or sqlstate 'PT403' or sqlstate 'PT404' then
      ended := ended || n;
    end;
  end loop;
end;
$$;
comment on function auth.check_sessions(bigint[], timestamptz[], text, text[]) is
  'Checks several sessions that watch the alarms of one SIS with tokens of the same permissions: what all of them still hold there (auth.check_rights), and the places of those that may no longer watch.';
grant execute on function auth.check_sessions(bigint[], timestamptz[], text, text[]) to caserne_api;
