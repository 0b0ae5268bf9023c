create or replace function api.update_heure_exercice_type(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.heure_exercice_types t
     set (designation, type_unite_id, tri, montant, compte_id, ecriture_categorie_id, type) = (
       select n.designation, coalesce(n.type_unite_id, app.unite_heure()), coalesce(n.tri, 0), coalesce(n.montant, 0), n.compte_id,
              n.ecriture_categorie_id, coalesce(n.type, 1::smallint)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_heure_exercice_type.id
  returning api.as_json(t)
$$;
comment on function api.update_heure_exercice_type(bigint, jsonb) is
  'Changes a kind of hours of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_heure_exercice_type(bigint, jsonb) to caserne_api;
