create or replace function api.delete_exercice_categorie(id bigint) returns json
  language sql volatile
as $$
  delete from app.exercice_categories t
   where t.sis_key = request.sis_key()
     and t.id = delete_exercice_categorie.id
  returning 'true'::json
$$;
comment on function api.delete_exercice_categorie(bigint) is
  'Removes a category of exercices that no exercice has. Null when it does not exist.';
grant execute on function api.delete_exercice_categorie(bigint) to caserne_api;
