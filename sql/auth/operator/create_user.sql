create or replace function auth.create_user(
  name text, email text, password text, is_admin boolean, reset_hash bytea, min_length integer, cost integer) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_id bigint;
begin
  -- An account without a password: no hash looks like this one.
  v_id := auth.add_user(name, email, case
    when password is null then '!'
    else auth.hash_new_password(password, email, name, min_length, cost)
  end);
  update auth.users u
     set email_verified_at = clock_timestamp(), is_admin = create_user.is_admin
   where u.id = v_id;
  perform auth.link_sapeurs(v_id, email);
  if reset_hash is not null then
    insert into auth.tokens (token_hash, genre, user_id, expires_at)
    values (reset_hash, 'reinitialisation', v_id, clock_timestamp() + auth.token_lifetime('reinitialisation'));
  end if;
  return v_id;
end;
$$;
comment on function auth.create_user(text, text, text, boolean, bytea, integer, integer) is
  'Creates an account with an e-mail that the operator vouches for, and a password or the SHA-256 of a token to choose one within an hour; returns its id. PT422 (detail: the field) for a taken e-mail or a weak password.';
