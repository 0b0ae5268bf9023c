-- What the worker may do in the queue. Run as the owner by `caserne migrate`, after graphile-worker has brought its schema up to date;
-- may be run again. The queue is the owner's: code that the worker could replace must never run as the owner, who puts
-- jobs into it, nor as whoever migrates.

grant usage on schema graphile_worker to caserne_worker;
grant select, insert, update, delete on all tables in schema graphile_worker to caserne_worker;
grant usage on all sequences in schema graphile_worker to caserne_worker;
grant execute on all functions in schema graphile_worker to caserne_worker;

-- graphile-worker enables row-level security on its tables and leaves them without policies, for their owner alone.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid
      from pg_catalog.pg_class c
     where c.relnamespace = 'graphile_worker'::pg_catalog.regnamespace
       and c.relkind = 'r'
       and c.relrowsecurity
  loop
    execute pg_catalog.format('drop policy if exists worker on %s', v_table);
    execute pg_catalog.format('create policy worker on %s to caserne_worker using (true)', v_table);
  end loop;
end;
$$;
