create or replace function api.as_json(contact app.sis_contacts) returns json
  language sql stable
as $$
  select json_build_object('id', contact.id, 'email', contact.email, 'liste', contact.liste)
$$;
comment on function api.as_json(app.sis_contacts) is
  'An address that a SIS writes to, on the wire.';
grant execute on function api.as_json(app.sis_contacts) to caserne_api;
