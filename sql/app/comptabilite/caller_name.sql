-- Definer: nobody may read accounts. A default asks for each row; a statement that writes many gives the name itself.
create or replace function app.caller_name() returns text
  language sql stable security definer set search_path = ''
as $$
  select u.name from auth.users u where u.id = request.user_id()
$$;
comment on function app.caller_name() is
  'Name of the caller''s account; null for the worker and the operator. Definer: to read it.';
grant execute on function app.caller_name() to caserne_api;
