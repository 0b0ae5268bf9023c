create or replace function request.list_constraints() returns table (name text, field text, comment text)
  language sql stable
as $$
  select n.nspname || '.' || r.relname || '.' || c.conname,
         (
           select min(a.attname)
             from pg_catalog.pg_attribute a
            where a.attrelid = c.conrelid
              and a.attnum = any (c.conkey)
              and a.attname <> 'sis_key'
           having count(*) = 1
         ),
         pg_catalog.obj_description(c.oid, 'pg_constraint')
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_class r on r.oid = c.conrelid
    join pg_catalog.pg_namespace n on n.oid = r.relnamespace
   where n.nspname in ('app', 'auth')
  union all
  -- A unique index on an expression is no constraint.
  select n.nspname || '.' || r.relname || '.' || i.relname, null, pg_catalog.obj_description(i.oid, 'pg_class')
    from pg_catalog.pg_index x
    join pg_catalog.pg_class i on i.oid = x.indexrelid
    join pg_catalog.pg_class r on r.oid = x.indrelid
    join pg_catalog.pg_namespace n on n.oid = r.relnamespace
   where n.nspname = 'app'
     and x.indisunique
     and not exists (select from pg_catalog.pg_constraint c where c.conindid = i.oid)
$$;
comment on function request.list_constraints() is
  'Constraints of business tables, and of tables of accounts that refer to these: schema.table.name, the one column they concern, and their comment, which is the answer of a server when they refuse.';
grant execute on function request.list_constraints() to caserne_api;
