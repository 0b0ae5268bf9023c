create or replace function api.ask_releve() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.require('intervention.lecture');
  return jobs.ask_releves_of(array[request.sis_key(), '*']);
end;
$$;
comment on function api.ask_releve() is
  'Asks for a relève of the mailboxes that serve the caller''s SIS (jobs.ask_releves_of). Definer: the queue belongs to the worker; only keys of mailboxes are shown.';
grant execute on function api.ask_releve() to caserne_api;

create or replace function api.ask_releve_instance() returns json
  language sql volatile security definer set search_path = ''
as $$
  select jobs.ask_releves_of(array['*'])
$$;
comment on function api.ask_releve_instance() is
  'Asks for a relève of the instance''s mailbox where it is read, for a SIS that lives in another cell and has checked its caller (api.ask_releve). Definer: the queue belongs to the worker; only keys of mailboxes are shown.';
grant execute on function api.ask_releve_instance() to caserne_api;
