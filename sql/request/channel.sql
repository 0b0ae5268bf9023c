-- PostgreSQL lets everybody listen who may connect: whoever knows the name of a channel hears which SIS has an alarm, and when, and may say
-- so too. The names are secret instead.
create table if not exists request.channels (
  secret uuid primary key default gen_random_uuid()
);
insert into request.channels select where not exists (select from request.channels);

comment on table request.channels is 'One row: what the names of the channels of this database end with. For request.channel alone.';

create or replace function request.channel(nom text) returns text
  language sql stable security definer set search_path = ''
as $$
  select nom || '_' || replace(c.secret::text, '-', '') from request.channels c
$$;
comment on function request.channel(text) is
  'Name of a channel that only the servers know. Definer: nobody reads its secret by himself.';
grant execute on function request.channel(text) to caserne_api, caserne_worker;
