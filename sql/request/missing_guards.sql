-- Guards that only a superuser can put up. Managed PostgreSQL gives its customers no superuser, so security does not
-- depend on them; but put them up where you can. To add a guard, add a branch: `migrate` puts it up where it may, and
-- reports it otherwise. A guard of a login keeps an analyst from filling the server's disk: only a superuser, or a login
-- that was granted the parameter, may set it. `analyst create` and each server at its start report those.
create or replace function request.missing_guards() returns table (guard text, login name, sentence text, sql text)
  language sql stable
as $$
  -- caserne_auth is called with passwords and tokens.
  select 'passwords_logged',
         null::name,
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
  select 'template1', null, 'Tout login peut se connecter à la base template1', 'revoke connect on database template1 from public;'
    from pg_catalog.pg_database d
   cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) p
   where d.datname = 'template1'
     and p.grantee = 0
     and p.privilege_type = 'CONNECT'
  union all
  -- Large objects: every login may create them, and no policy covers them. Advisory locks: graphile-migrate takes one.
  select f.guard, null, f.sentence,
         pg_catalog.string_agg(pg_catalog.format('revoke execute on function pg_catalog.%s from public;', p.oid::pg_catalog.regprocedure)
                    || case when f.guard = 'advisory_locks'
                         then pg_catalog.format(' grant execute on function pg_catalog.%s to caserne_owner;', p.oid::pg_catalog.regprocedure)
                         else ''
                       end, ' ' order by p.oid)
    from (
      values ('large_objects', '^lo_(creat|create|from_bytea)$', 'Tout login peut créer de grands objets (lo_create)'),
             ('advisory_locks', '^pg_(try_)?advisory_', 'Tout login peut prendre des verrous consultatifs (pg_advisory_lock)'),
             ('wal_messages', '^pg_logical_emit_message$', 'Tout login peut remplir le journal de transactions (pg_logical_emit_message)')
    ) as f (guard, functions, sentence)
    join pg_catalog.pg_proc p
      on p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace and p.proname ~ f.functions
     and exists (
           select
             from pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
            where a.grantee = 0
         )
   group by f.guard, f.sentence
  union all
  -- Limits of analysts.
  select l.setting,
         r.rolname,
         pg_catalog.format('l’analyste %s peut remplir le disque du serveur de %s (%s)', r.rolname, l.what, l.setting),
         pg_catalog.format('alter role %I set %s = %L;', r.rolname, l.setting, l.value)
    from pg_catalog.pg_roles r
   cross join (values ('log_min_messages', 'fatal', 'messages, dans son journal'), ('temp_file_limit', '1GB', 'fichiers temporaires')
              ) as l (setting, value, what)
   where r.rolcanlogin
     and not r.rolsuper
     and exists (
           select
             from pg_catalog.pg_auth_members m
             join pg_catalog.pg_roles g on g.oid = m.roleid
            where m.member = r.oid
              and g.rolname in ('caserne_analyst', 'caserne_national')
         )
     -- The login's setting for this database, else for all databases, else the server's.
     and coalesce(
           (
             select pg_catalog.split_part(c.line, '=', 2)
               from pg_catalog.pg_db_role_setting s
               left join pg_catalog.pg_database d on d.oid = s.setdatabase
              cross join pg_catalog.unnest(s.setconfig) as c (line)
              where s.setrole = r.oid
                and (s.setdatabase = 0 or d.datname = pg_catalog.current_database())
                and pg_catalog.split_part(c.line, '=', 1) = l.setting
              order by s.setdatabase desc
              limit 1
           ),
           pg_catalog.current_setting(l.setting)
         ) in ('-1', 'debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'debug', 'info', 'notice', 'warning', 'error', 'log')
$$;
comment on function request.missing_guards() is
  'Guards that only a superuser can put up and that are missing: a name, the login that lacks it (null: the database), a French sentence and the SQL for a superuser. No row when none is missing.';
grant execute on function request.missing_guards() to caserne_api, caserne_auth, caserne_worker;
