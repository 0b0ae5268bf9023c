-- Settings of the database for every session, analysts' too. `caserne migrate` runs this file as the owner at its end,
-- because no dump and no clone holds such settings; it may be run again.

-- The planner believes that functions over text return a thousand rows, so it compiles small statements for longer
-- than they run: 1.4 s for the words of one alarm. The embedded PostgreSQL has no JIT, other servers mostly have.
do $$
begin
  execute pg_catalog.format('alter database %I set jit = off', pg_catalog.current_database());
end;
$$;

-- The time zone of the machine plays no part: local times are those of a SIS.
do $$
begin
  execute pg_catalog.format('alter database %I set timezone = %L', pg_catalog.current_database(), 'UTC');
end;
$$;
