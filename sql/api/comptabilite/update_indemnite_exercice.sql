create or replace function api.update_indemnite_exercice(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indemnites_exercice t
     set (fonction_id, tarif, type_unite_id, compte_id, ecriture_categorie_id, type) = (
       select n.fonction_id, n.tarif, coalesce(n.type_unite_id, app.unite_heure()), n.compte_id,
              n.ecriture_categorie_id, coalesce(n.type, 1::smallint)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_indemnite_exercice.id
  returning api.as_json(t)
$$;
comment on function api.update_indemnite_exercice(bigint, jsonb) is
  'Changes a tariff of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_indemnite_exercice(bigint, jsonb) to caserne_api;
