-- A hash takes its time. Who changes the password or closes the account meanwhile (auth.end_sessions) ends what is there then, so
-- nothing may begin after it on the strength of the old one.
create or replace function auth.check_password(u auth.users, password text, cost integer) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  if not auth.verify_password(password, u.password_hash, cost) then
    return false;
  end if;
  perform
     from auth.users o
    where o.id = u.id
      and o.tokens_valid_from = u.tokens_valid_from
      and o.disabled_at is null
      for no key update;
  return found;
end;
$$;
comment on function auth.check_password(auth.users, text, integer) is
  'Whether an account, as it was just read, is signed in to by this password: still, until the transaction ends. Takes the same time for no account.';
