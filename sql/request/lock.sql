-- Locks by name. Not advisory locks: everybody who may connect could take those, analysts too.
create table if not exists request.locks (
  name text primary key
);

comment on table request.locks is 'The locks that were ever taken. For request.lock alone.';

create or replace function request.lock(name text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into request.locks as l (name) values (lock.name) on conflict do nothing;
  perform from request.locks l where l.name = lock.name for update;
end;
$$;
comment on function request.lock(text) is
  'Waits until nobody else has this lock, and has it until the transaction ends. Definer: nobody reaches its table by himself.';
grant execute on function request.lock(text) to caserne_api;
