create or replace function api.update_effectif_requis(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.effectif_requis r
     set (designation, minimum, porteur, fonction_id, permis_type_id, groupe_id, jours, heure_debut, heure_fin) = (
       select n.designation, n.minimum, n.porteur, n.fonction_id, n.permis_type_id, n.groupe_id, n.jours, n.heure_debut, n.heure_fin
         from app.read_effectif_requis(r, body) n
     )
   where r.sis_key = request.sis_key()
     and r.id = update_effectif_requis.id
  returning api.as_json(r)
$$;
comment on function api.update_effectif_requis(bigint, jsonb) is
  'Changes a requirement; absent keys leave values as they are. Null when it does not exist. PT409, PT422.';
grant execute on function api.update_effectif_requis(bigint, jsonb) to caserne_api;
