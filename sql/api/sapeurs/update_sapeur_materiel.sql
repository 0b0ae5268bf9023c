create or replace function api.update_sapeur_materiel(id bigint, materiel_personnel_id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.materiel_personnel t
     set (designation, numero, taille, attribution, retour) = (
       select n.designation, coalesce(n.numero, ''), coalesce(n.taille, ''), n.attribution, n.retour
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.sapeur_id = update_sapeur_materiel.id
     and t.id = materiel_personnel_id
  returning api.as_json(t)
$$;
comment on function api.update_sapeur_materiel(bigint, bigint, jsonb) is
  'Changes a loan of equipment, or ends it by retour; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_sapeur_materiel(bigint, bigint, jsonb) to caserne_api;
