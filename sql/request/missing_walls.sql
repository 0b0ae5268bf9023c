-- For programs of release 0.1.0, which ask for guards of the database by this name. Until the next release.
create or replace function request.missing_walls() returns table (wall text, sentence text, sql text)
  language sql stable
as $$
  select g.guard, g.sentence, g.sql
    from request.missing_guards() g
   where g.login is null
$$;
comment on function request.missing_walls() is
  'The missing guards of the database, as release 0.1.0 asks for them.';
grant execute on function request.missing_walls() to caserne_api, caserne_auth, caserne_worker;
