-- Rights of the worker in the queue. `caserne migrate` runs this file as the owner after graphile-worker has migrated
-- its schema; it may be run again. The queue belongs to the owner: code that the worker could replace must not run as
-- the owner, who adds jobs, nor as the role that migrates.

grant usage on schema graphile_worker to caserne_worker;
grant select, insert, update, delete on all tables in schema graphile_worker to caserne_worker;
grant usage on all sequences in schema graphile_worker to caserne_worker;
grant execute on all functions in schema graphile_worker to caserne_worker;

-- graphile-worker enables row-level security on its tables and adds no policies, so only their owner gets through. A
-- policy that stands is left alone: to make it again would lock tables that a running worker locks in another order.
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
       and not exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polname = 'worker')
  loop
    execute pg_catalog.format('create policy worker on %s to caserne_worker using (true)', v_table);
  end loop;
end;
$$;
