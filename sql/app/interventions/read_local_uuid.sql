create or replace function app.read_local_uuid(local_uuid text) returns uuid
  language sql immutable parallel safe
as $$
  select case
           when local_uuid ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then local_uuid::uuid
           -- Some tablets use other ids: the same text gives the same UUID.
           when local_uuid <> '' then md5(local_uuid)::uuid
         end
$$;
comment on function app.read_local_uuid(text) is 'The tablet''s id of a report as a UUID; null without an id.';
grant execute on function app.read_local_uuid(text) to caserne_api;
