-- A server asks this before it opens its port. Isolation stands on the role that the server logged in as, so the
-- function is security invoker, and on the tables behind the role.
create or replace function request.faults() returns setof text
  language sql stable
as $$
  select pg_catalog.format('le rôle %I est superutilisateur', rolname)
    from pg_catalog.pg_roles where rolname = current_user and rolsuper
  union all
  select pg_catalog.format('le rôle %I contourne les politiques (bypassrls)', rolname)
    from pg_catalog.pg_roles where rolname = current_user and rolbypassrls
  union all
  select pg_catalog.format('le rôle %I peut devenir %I', current_user, r.rolname)
    from pg_catalog.pg_roles r
   where r.rolname <> current_user
     and (r.rolsuper or r.rolbypassrls or r.rolname in ('caserne_owner', 'caserne_worker'))
     and pg_catalog.pg_has_role(current_user, r.oid, 'member')
     and not exists (select from pg_catalog.pg_roles me where me.rolname = current_user and me.rolsuper)
  union all
  select pg_catalog.format('le rôle %I possède %s', current_user, pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid))
    from pg_catalog.pg_shdepend d
   where d.deptype = 'o'
     and d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass
     and d.refobjid = (select oid from pg_catalog.pg_roles where rolname = current_user)
     and d.dbid in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
  union all
  select pg_catalog.format('la table %s n’a pas de politiques forcées', c.oid::pg_catalog.regclass)
    from pg_catalog.pg_class c
   where c.relkind in ('r', 'p')
     and (c.relnamespace in ('app'::pg_catalog.regnamespace, 'audit'::pg_catalog.regnamespace)
          or c.relnamespace = 'auth'::pg_catalog.regnamespace and exists (
            select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'sis_key' and a.attnotnull
          ))
     and not (c.relrowsecurity and c.relforcerowsecurity)
$$;
comment on function request.faults() is
  'Faults that forbid a server to start with the role it logged in as, a French phrase each; no row when there is none.';
grant execute on function request.faults() to caserne_api, caserne_auth;
