create or replace function api.update_exercice_categorie(id bigint, body jsonb) returns json
  language sql volatile
as $$
  update app.exercice_categories t
     set (designation, tri, amendable, duree_base) = (
       select n.designation, coalesce(n.tri, 0), coalesce(n.amendable, false), coalesce(n.duree_base, 120)
         from jsonb_populate_record(t, body) n
     )
   where t.sis_key = request.sis_key()
     and t.id = update_exercice_categorie.id
  returning api.as_json(t)
$$;
comment on function api.update_exercice_categorie(bigint, jsonb) is
  'Changes a category of exercices; absent keys leave values as they are. Null when it does not exist.';
grant execute on function api.update_exercice_categorie(bigint, jsonb) to caserne_api;
