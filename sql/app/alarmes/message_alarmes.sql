-- Definer: readers of the ledger need no right to read alarms.
create or replace function app.message_alarmes(message_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(a.id::text order by a.id), '[]')
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.message_sis_key = a.sis_key
     and a.message_id = message_alarmes.message_id
     and request.can('sis.config')
$$;
comment on function app.message_alarmes(bigint) is
  'Ids of the alarms that a message of the request''s SIS became there. Definer: readers of the ledger see these ids without a right to read alarms.';
grant execute on function app.message_alarmes(bigint) to caserne_api;
