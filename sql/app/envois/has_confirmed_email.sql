-- Definer: nobody may read accounts.
create or replace function app.has_confirmed_email() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.id = request.user_id() and u.email_verified_at is not null)
$$;
comment on function app.has_confirmed_email() is
  'Whether the caller has confirmed that the address of their account is theirs. Definer: nobody may read accounts.';
grant execute on function app.has_confirmed_email() to caserne_api;
