create or replace function api.create_sis_contact(body jsonb) returns json
  language sql volatile
as $$
  insert into app.sis_contacts (email, liste)
  select n.email, coalesce(n.liste, '')
    from jsonb_populate_record(null::app.sis_contacts, body) n
  returning api.as_json(sis_contacts)
$$;
comment on function api.create_sis_contact(jsonb) is 'Adds an address that the caller''s SIS writes to.';
grant execute on function api.create_sis_contact(jsonb) to caserne_api;
