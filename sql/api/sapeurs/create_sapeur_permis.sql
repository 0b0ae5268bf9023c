create or replace function api.create_sapeur_permis(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.sapeur_permis (sapeur_id, permis_type_id, date)
  select s.id, n.permis_type_id, n.date
    from app.sapeurs s, jsonb_populate_record(null::app.sapeur_permis, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_permis.id
  returning api.as_json(sapeur_permis)
$$;
comment on function api.create_sapeur_permis(bigint, jsonb) is
  'Adds a licence to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_permis(bigint, jsonb) to caserne_api;
