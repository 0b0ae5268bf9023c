-- What the planner knows of a column it tells in its estimates: to whoever may explain a query, with values of every SIS, those
-- that he may not read too. So of tables of a SIS it knows keys only, by which rows are joined and looked up: what names a row (its
-- primary key, what refers to a row of the same SIS) and the accounting year. Of a key that is hidden in a table which analysts
-- read (why someone was excused), nothing either, and nothing of what indexes compute. Plans do with that (test/stats/plan.test.ts).
do $$
declare
  v_change record;
begin
  for v_change in
    with columns as (
      select c.oid, a.attname, a.attstattarget,
             (a.attname = 'annee'
              or exists (
                   select
                     from pg_catalog.pg_constraint k
                    where k.conrelid = c.oid
                      and a.attnum = any (k.conkey)
                      and (k.contype = 'p'
                           or k.contype = 'f' and (s.attnum = any (k.conkey)))
                 ))
             and (not pg_catalog.has_any_column_privilege('caserne_analyst', c.oid, 'select')
                  or pg_catalog.has_column_privilege('caserne_analyst', c.oid, a.attnum, 'select')) as kept
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute s on s.attrelid = c.oid and s.attname = 'sis_key'
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'app'::pg_catalog.regnamespace
         and c.relkind = 'r'
    )
    select pg_catalog.format('alter table %s alter %I set statistics %s', c.oid::pg_catalog.regclass, c.attname,
                             case when c.kept then -1 else 0 end) as statement
      from columns c
     where c.kept = (coalesce(c.attstattarget, -1) = 0)
    union all
    -- Statistics of an index there are of its expressions only.
    select pg_catalog.format('alter index %s alter %s set statistics 0', i.indexrelid::pg_catalog.regclass, a.attnum)
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::pg_catalog.regnamespace
      join pg_catalog.pg_attribute a on a.attrelid = i.indexrelid
     where i.indkey[a.attnum - 1] = 0
       and coalesce(a.attstattarget, -1) <> 0
  loop
    execute v_change.statement;
  end loop;
end;
$$;
