create or replace function api.hear_alarmes() returns void
  language plpgsql volatile
as $$
begin
  listen caserne_alarmes;
  listen caserne_releve_finie;
end;
$$;
comment on function api.hear_alarmes() is
  'From now on this database session hears, on the channel caserne_alarmes, in which SIS alarms are new or have changed, and on caserne_releve_finie which mailboxes have been read.';
grant execute on function api.hear_alarmes() to caserne_api;
