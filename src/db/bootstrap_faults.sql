-- Rights that the login lacks to prepare this database (sql/database_roles.sql): a French phrase and the SQL for a
-- superuser. Not a function, because it runs before any function exists.
with me as (
  select r.oid, r.rolname, r.rolcreaterole, r.rolcreatedb, d.datname, d.datdba,
         pg_catalog.pg_has_role(r.oid, d.datdba, 'usage') as owns,
         pg_catalog.pg_get_userbyid(d.datdba) as owner
    from pg_catalog.pg_roles r, pg_catalog.pg_database d
   where r.rolname = current_user
     and d.datname = pg_catalog.current_database()
     and not r.rolsuper
)
select 'il lui manque CREATEROLE' as fault, pg_catalog.format('alter role %I createrole;', rolname) as remedy
  from me
 where not rolcreaterole
union all
-- Needed to give the database to another role.
select 'il lui manque CREATEDB', pg_catalog.format('alter role %I createdb;', rolname)
  from me
 where not rolcreatedb
   and owner <> 'caserne_owner'
union all
select pg_catalog.format('la base appartient à « %s »', owner),
       case when owner = 'caserne_owner' then pg_catalog.format('grant caserne_owner to %I;', rolname)
            else pg_catalog.format('alter database %I owner to %I;', datname, rolname)
       end
  from me
 where not owns
union all
-- From PostgreSQL 16 on, CREATEROLE alone covers only roles that the login has created.
select 'il ne gère pas ' || pg_catalog.string_agg(r.rolname, ', ' order by r.rolname),
       pg_catalog.format('grant %s to %I with admin option;', pg_catalog.string_agg(pg_catalog.quote_ident(r.rolname), ', ' order by r.rolname), me.rolname)
  from me
  join pg_catalog.pg_roles r on r.rolname in ('caserne_owner', 'caserne_auth', 'caserne_api', 'caserne_worker', 'caserne_analyst', 'caserne_national')
 where pg_catalog.current_setting('server_version_num')::integer >= 160000
   and not pg_catalog.pg_has_role(me.oid, r.oid, 'member with admin option')
 group by me.rolname
union all
select pg_catalog.format('le schéma ext appartient à « %s »', pg_catalog.pg_get_userbyid(n.nspowner)),
       pg_catalog.format('grant %I to %I;', pg_catalog.pg_get_userbyid(n.nspowner), me.rolname)
  from me
  join pg_catalog.pg_namespace n on n.nspname = 'ext' and not pg_catalog.pg_has_role(me.oid, n.nspowner, 'usage')
