-- Rights that only a superuser can take away. Managed PostgreSQL gives its customers no superuser, so security does not
-- depend on these walls; but raise them where you can. To add a wall, add a branch: `migrate` raises it where it may,
-- and reports it otherwise.
create or replace function request.missing_walls() returns table (wall text, sentence text, sql text)
  language sql stable
as $$
  -- caserne_auth is called with passwords and tokens.
  select 'passwords_logged',
         'Le journal de PostgreSQL peut contenir des mots de passe : log_parameter_max_length n’est pas à 0 pour caserne_auth',
         'alter role caserne_auth set log_parameter_max_length = 0; alter role caserne_auth set log_parameter_max_length_on_error = 0;'
   where not exists (
           select
             from pg_catalog.pg_db_role_setting s
             join pg_catalog.pg_roles r on r.oid = s.setrole and r.rolname = 'caserne_auth'
            where s.setdatabase = 0
              and s.setconfig @> array['log_parameter_max_length=0', 'log_parameter_max_length_on_error=0']
         )
  union all
  -- Every cluster has this database beside Caserne's, and logins could write there unnoticed. Other databases are the
  -- business of their operators.
  select 'template1', 'Tout login peut se connecter à la base template1', 'revoke connect on database template1 from public;'
    from pg_catalog.pg_database d
   cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) p
   where d.datname = 'template1'
     and p.grantee = 0
     and p.privilege_type = 'CONNECT'
  union all
  -- Large objects: every login may create them, and no policy covers them. Advisory locks: graphile-migrate takes one.
  select f.wall, f.sentence,
         pg_catalog.string_agg(pg_catalog.format('revoke execute on function pg_catalog.%s from public;', p.oid::pg_catalog.regprocedure)
                    || case when f.wall = 'advisory_locks'
                         then pg_catalog.format(' grant execute on function pg_catalog.%s to caserne_owner;', p.oid::pg_catalog.regprocedure)
                         else ''
                       end, ' ' order by p.oid)
    from (
      values ('large_objects', '^lo_(creat|create|from_bytea)$', 'Tout login peut créer de grands objets (lo_create)'),
             ('advisory_locks', '^pg_(try_)?advisory_', 'Tout login peut prendre des verrous consultatifs (pg_advisory_lock)'),
             ('wal_messages', '^pg_logical_emit_message$', 'Tout login peut remplir le journal de transactions (pg_logical_emit_message)')
    ) as f (wall, functions, sentence)
    join pg_catalog.pg_proc p
      on p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace and p.proname ~ f.functions
     and exists (
           select
             from pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
            where a.grantee = 0
         )
   group by f.wall, f.sentence
$$;
comment on function request.missing_walls() is
  'Walls that only a superuser can raise and that are missing: a name, a French sentence and the SQL for a superuser. No row when none is missing.';
grant execute on function request.missing_walls() to caserne_api, caserne_auth, caserne_worker;
