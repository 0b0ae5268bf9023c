create or replace function api.create_sapeur_telephone(id bigint, body jsonb) returns json
  language sql volatile
as $$
  insert into app.telephones (sapeur_id, telephone_type_id, numero, rta, priorite)
  select s.id, coalesce(n.telephone_type_id, 1), n.numero, coalesce(n.rta, true), coalesce(n.priorite, 1)
    from app.sapeurs s, jsonb_populate_record(null::app.telephones, body) n
   where s.sis_key = request.sis_key()
     and s.id = create_sapeur_telephone.id
  returning api.as_json(telephones)
$$;
comment on function api.create_sapeur_telephone(bigint, jsonb) is
  'Adds a telephone number to a sapeur. Null when there is no such sapeur.';
grant execute on function api.create_sapeur_telephone(bigint, jsonb) to caserne_api;
