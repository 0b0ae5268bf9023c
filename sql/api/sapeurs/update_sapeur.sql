create or replace function api.update_sapeur(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  -- Clients send whole records back: an unchanged value is no change.
  v_actif boolean := nullif((body ->> 'actif')::boolean, (
    select app.is_actif(s.sis_key, s.id, s.type, s.desactive, app.today()) from app.sapeurs s where s.sis_key = request.sis_key() and s.id = update_sapeur.id
  ));
begin
  update app.sapeurs s
     set (type, nom, prenom, suffixe, civilite_id, porteur, desactive) = (
       select n.type, request.clean_name(n.nom), request.clean_name(n.prenom),
              request.clean_name(coalesce(n.suffixe, '')), n.civilite_id, coalesce(n.porteur, false),
              n.desactive and n.type <> 0
         from jsonb_populate_record(s, body) n
     )
   where s.sis_key = request.sis_key()
     and s.id = update_sapeur.id;
  if not found then
    return null;
  end if;
  perform app.write_particularites(update_sapeur.id, body);
  if v_actif is not null then
    perform app.write_actif(update_sapeur.id, v_actif);
  end if;
  return request.add_avertissements(api.get_sapeur(update_sapeur.id), body, 'nom', 'prenom', 'suffixe');
end;
$$;
comment on function api.update_sapeur(bigint, jsonb) is
  'Changes a sapeur and their private data; absent keys leave values as they are. Null when they do not exist, PT422.';
grant execute on function api.update_sapeur(bigint, jsonb) to caserne_api;
