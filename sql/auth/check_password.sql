-- Hashing takes time. A transaction that changes the password or disables the account meanwhile (auth.end_sessions)
-- ends the sessions that exist then, so no new one may begin with the old password afterwards.
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
  'Whether a password opens an account that was just read; the account stays unchanged until the transaction ends. Takes the same time without an account.';
