-- The same pattern as format: email, which addresses of accounts have passed.
create or replace function app.is_email(email text) returns boolean
  language sql immutable strict parallel safe
as $$
  select email = ''
      or email ~ ('^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
               || '@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$')
$$;
comment on function app.is_email(text) is 'Whether a text is empty or an e-mail address.';
grant execute on function app.is_email(text) to caserne_api;
