create or replace function api.update_ecriture_categorie(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.ecriture_categories t
     set (designation, tri) = (
       select n.designation, coalesce(n.tri, 0)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_ecriture_categorie.id
  returning api.as_json(t)
$$;
comment on function api.update_ecriture_categorie(bigint, jsonb) is
  'Changes a category of entries; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_ecriture_categorie(bigint, jsonb) to caserne_api;
