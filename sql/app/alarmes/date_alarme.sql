-- Definer: a sapeur answers an alarm without a right to read alarms.
create or replace function app.date_alarme(id bigint) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select a.date
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.id = date_alarme.id
$$;
comment on function app.date_alarme(bigint) is
  'Start of an alarm of the caller''s SIS, or null. Definer: who is linked to a sapeur answers without a right to read alarms, and learns no more of them.';
grant execute on function app.date_alarme(bigint) to caserne_api;
