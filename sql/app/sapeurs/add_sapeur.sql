-- Returns no record, because an import would throw it away.
create or replace function app.add_sapeur(body jsonb) returns bigint
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  if coalesce(body ->> 'type', '0') = '0' and body ->> 'incorporation' is null then
    raise sqlstate 'PT422' using message = 'Un sapeur doit avoir une date d’incorporation.', detail = 'incorporation';
  end if;
  insert into app.sapeurs (type, nom, prenom, suffixe, civilite_id, porteur)
  select coalesce(n.type, 0), request.clean_name(n.nom), request.clean_name(n.prenom),
         request.clean_name(coalesce(n.suffixe, '')), n.civilite_id, coalesce(n.porteur, false)
    from jsonb_populate_record(null::app.sapeurs, body) n
  returning id into v_id;
  perform app.write_particularites(v_id, body);
  insert into app.mutations (sapeur_id, localite_id, incorporation)
  select v_id, n.localite_id, n.incorporation
    from jsonb_populate_record(null::app.mutations, body) n
   where n.incorporation is not null;
  if body ? 'actif' then
    perform app.write_actif(v_id, (body ->> 'actif')::boolean);
  end if;
  return v_id;
end;
$$;
comment on function app.add_sapeur(jsonb) is
  'Adds a sapeur to the caller''s SIS, in service from their incorporation, and returns their id. PT422.';
grant execute on function app.add_sapeur(jsonb) to caserne_api;
