-- Every login may listen to any channel and send to it. A login that knew the name of a channel would hear which SIS
-- has an alarm, and could announce one. So the names are secret.
create table if not exists request.channels (
  secret uuid primary key default gen_random_uuid()
);
insert into request.channels select where not exists (select from request.channels);

--!table request.channels, neutral secret

comment on table request.channels is 'One row with the secret suffix of this database''s channel names. Only request.channel reads it.';

create or replace function request.channel(name text) returns text
  language sql stable security definer set search_path = ''
as $$
  select name || '_' || replace(c.secret::text, '-', '') from request.channels c
$$;
comment on function request.channel(text) is
  'Name of a channel with its secret suffix, for the servers. Definer: nobody may read the secret.';
grant execute on function request.channel(text) to caserne_api, caserne_worker;
