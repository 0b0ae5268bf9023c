create or replace function api.update_indemnite_annuelle(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.indemnites_annuelles t
     set (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type) = (
       select n.fonction_id, n.designation, n.tarif, coalesce(n.type_unite_id, app.unite_an()),
              coalesce(n.cumulable, false), n.compte_id, n.ecriture_categorie_id, coalesce(n.type, 2::smallint)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_indemnite_annuelle.id
  returning api.as_json(t)
$$;
comment on function api.update_indemnite_annuelle(bigint, jsonb) is
  'Changes a yearly allowance; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_indemnite_annuelle(bigint, jsonb) to caserne_api;
