-- Locks by name. Not advisory locks, because every login could take those, analysts included.
create table if not exists request.locks (
  name text primary key
);

--!table request.locks, neutral name

comment on table request.locks is 'Names of locks that were ever taken. Only request.lock uses the table.';

create or replace function request.lock(name text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into request.locks as l (name) values (lock.name) on conflict do nothing;
  perform from request.locks l where l.name = lock.name for update;
end;
$$;
comment on function request.lock(text) is
  'Takes a lock by name and holds it until the transaction ends. Definer: nobody has a right on its table.';
grant execute on function request.lock(text) to caserne_api;
