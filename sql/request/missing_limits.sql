-- Limits that keep analysts from filling the server's disk. Only a superuser, or a login that was granted the
-- parameter, may set them. `analyst create` and each server at its start report missing limits.
create or replace function request.missing_limits() returns table (login name, message text, remedy text)
  language sql stable
as $$
  select r.rolname,
         pg_catalog.format('l’analyste %s peut remplir le disque du serveur de %s (%s)', r.rolname, l.what, l.setting),
         pg_catalog.format('alter role %I set %s = %L', r.rolname, l.setting, l.value)
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
comment on function request.missing_limits() is
  'Limits on disk use that logins of analysts lack: a French phrase each, and the statement with which a superuser sets the limit. No row when none is missing.';
grant execute on function request.missing_limits() to caserne_api, caserne_auth, caserne_worker;
