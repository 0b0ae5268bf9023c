-- Every object of the program's schemas, one line each, in an order that does not depend on how the objects were created.
with rooms as (
  select oid, nspname
    from pg_catalog.pg_namespace
   where nspname in ('request', 'auth', 'app', 'api', 'jobs', 'stats', 'audit')
),
relations as (
  select c.oid, format('%s.%s', n.nspname, c.relname) as name, c.relkind, c.relacl, c.relowner, c.relrowsecurity, c.relforcerowsecurity, c.reloptions
    from pg_catalog.pg_class c
    join rooms n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'S')
),
functions as (
  select p.oid, format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name, p.proacl, p.proowner
    from pg_catalog.pg_proc p
    join rooms n on n.oid = p.pronamespace
),
-- The owner's own privileges are left out: the owner has all of them, and PostgreSQL 17 added one.
grants as (
  select 'schema ' || n.nspname as object, s.nspowner as owner, (aclexplode(s.nspacl)).*
    from rooms n join pg_catalog.pg_namespace s on s.oid = n.oid
  union all
  select r.name, r.relowner, (aclexplode(r.relacl)).* from relations r
  union all
  select format('%s.%s', r.name, a.attname), r.relowner, (aclexplode(a.attacl)).*
    from relations r join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attacl is not null
  union all
  select f.name, f.proowner, (aclexplode(coalesce(f.proacl, acldefault('f', f.proowner)))).* from functions f
)
select line
  from (
select format('schema %s owner %s', n.nspname, pg_get_userbyid(s.nspowner)) as line
  from rooms n join pg_catalog.pg_namespace s on s.oid = n.oid
union all
select format('relation %s kind %s owner %s rls %s force %s %s', name, relkind, pg_get_userbyid(relowner), relrowsecurity, relforcerowsecurity, reloptions)
  from relations
union all
select format('column %s.%s %s%s%s %s %s%s', r.name, a.attname, format_type(a.atttypid, a.atttypmod),
              case when a.attnotnull then ' not null' end,
              case when d.oid is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid)) end,
              a.attidentity, a.attgenerated,
              -- -1 (null from PostgreSQL 17 on) unless it is set
              case when a.attstattarget >= 0 then format(' statistics %s', a.attstattarget) end)
  from relations r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
 where r.relkind <> 'S'
union all
select format('view %s: %s', name, btrim(regexp_replace(pg_get_viewdef(oid), '\s+', ' ', 'g')))
  from relations
 where relkind in ('v', 'm')
union all
-- not null is listed with its column; from PostgreSQL 18 on it is a constraint as well
select format('constraint %s %s %s', r.name, c.conname, pg_get_constraintdef(c.oid))
  from relations r join pg_catalog.pg_constraint c on c.conrelid = r.oid and c.contype <> 'n'
union all
select format('index %s%s', pg_get_indexdef(i.indexrelid),
              -- Statistics targets of expressions; columns have none.
              (
                select string_agg(format(' statistics of column %s: %s', a.attnum, a.attstattarget), ',' order by a.attnum)
                  from pg_catalog.pg_attribute a
                 where a.attrelid = i.indexrelid and a.attstattarget >= 0
              ))
  from relations r join pg_catalog.pg_index i on i.indrelid = r.oid
union all
select format('sequence %s start %s', r.name, s.seqstart)
  from relations r join pg_catalog.pg_sequence s on s.seqrelid = r.oid
union all
select format('policy %s %s %s %s to %s using %s check %s', r.name, p.polname,
              case when p.polpermissive then 'permissive' else 'restrictive' end, p.polcmd,
              array(select case when o = 0 then 'public' else pg_get_userbyid(o)::text end from unnest(p.polroles) o order by 1),
              pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from relations r join pg_catalog.pg_policy p on p.polrelid = r.oid
union all
select format('trigger %s %s', r.name, pg_get_triggerdef(t.oid))
  from relations r join pg_catalog.pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
union all
select format('function %s owner %s: %s', f.name, pg_get_userbyid(f.proowner), regexp_replace(pg_get_functiondef(f.oid), '\s+', ' ', 'g'))
  from functions f
union all
select format('grant %s to %s on %s%s', g.privilege_type,
              case when g.grantee = 0 then 'public' else pg_get_userbyid(g.grantee)::text end, g.object,
              case when g.is_grantable then ' with grant option' end)
  from grants g
 where g.grantee <> g.owner
union all
select format('default privileges of %s on kind %s: %s', pg_get_userbyid(d.defaclrole), d.defaclobjtype, d.defaclacl)
  from pg_catalog.pg_default_acl d
union all
select format('comment %s: %s', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description)
  from pg_catalog.pg_description d
 where d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objoid in (select oid from relations)
    or d.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objoid in (select oid from functions)
    or d.classoid = 'pg_catalog.pg_namespace'::pg_catalog.regclass and d.objoid in (select oid from rooms)
  ) as listing
 order by line collate "C"
