create or replace function api.update_alarme(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.alarmes a
     set validated = coalesce(
           (app.accept_alias(body, 'validated', 'has_been_read', to_jsonb(a.validated)) ->> 'validated')::boolean,
           a.validated)
   where a.sis_key = request.sis_key()
     and a.id = update_alarme.id
  returning api.as_json(array[a]) -> 0
$$;
comment on function api.update_alarme(bigint, jsonb) is
  'Marks an alarm as seen to, or not: validated, which existing clients call has_been_read. Null when it does not exist.';
grant execute on function api.update_alarme(bigint, jsonb) to caserne_api;
