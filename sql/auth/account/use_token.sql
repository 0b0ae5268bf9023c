create or replace function auth.use_token(token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The account is locked first, as in auth.refresh_token; for update, because it may be verified.
  perform from auth.users u where u.id = request.user_id() for no key update;
  perform auth.accept_invitation(token_hash, request.user_id());
  return auth.session(request.user_id());
end;
$$;
comment on function auth.use_token(bytea) is
  'Takes an invitation for the calling account: {user, issued_at, claims} with its new rights. PT422 on token when it is not valid.';
grant execute on function auth.use_token(bytea) to caserne_auth;
