create or replace function auth.check_sessions(
  user_ids bigint[], issued_at timestamptz[], sis_key text, permissions text[], out held text[], out ended integer[]
)
  language plpgsql stable
as $$
begin
  ended := '{}';
  for n in 1 .. cardinality(user_ids) loop
    begin
      held := auth.check_session(user_ids[n], issued_at[n], sis_key, permissions);
    exception when sqlstate 'PT401' or sqlstate 'PT403' or sqlstate 'PT404' then
      ended := ended || n;
    end;
  end loop;
end;
$$;
comment on function auth.check_sessions(bigint[], timestamptz[], text, text[]) is
  'Checks several sessions that enter one SIS with the same permissions: what they hold there (auth.check_session), and the places of those that may no longer enter.';
grant execute on function auth.check_sessions(bigint[], timestamptz[], text, text[]) to caserne_api;
