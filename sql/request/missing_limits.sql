-- For programs of release 0.1.0, which ask for guards of analysts' logins by this name. Until the next release.
create or replace function request.missing_limits() returns table (login name, message text, remedy text)
  language sql stable
as $$
  select g.login, g.sentence, pg_catalog.rtrim(g.sql, ';')
    from request.missing_guards() g
   where g.login is not null
$$;
comment on function request.missing_limits() is
  'The missing guards of analysts'' logins, as release 0.1.0 asks for them.';
grant execute on function request.missing_limits() to caserne_api, caserne_auth, caserne_worker;
