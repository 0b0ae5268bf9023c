-- The planner's estimates reveal values of every SIS to anyone who may explain a query. So for the tables of a SIS it
-- keeps statistics of keys only: the primary key, references to rows of the same SIS, and the accounting year. It keeps
-- none of a key that is hidden from analysts in a table they read (why someone was excused), and none of index
-- expressions. Plans stay good without them (test/stats/plan.test.ts).
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
                  -- Views only sum entries up, so no condition of an analyst reaches a hidden key of theirs. Without
                  -- statistics of sapeur_id, a slip would read all entries of its décompte.
                  or c.relname = 'ecritures'
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
    -- PostgreSQL keeps statistics of an index for its expressions only.
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
