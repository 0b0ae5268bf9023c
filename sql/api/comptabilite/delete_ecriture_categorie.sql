create or replace function api.delete_ecriture_categorie(id bigint) returns json
  language sql volatile
as $$
  delete from app.ecriture_categories t
   where t.sis_key = request.sis_key()
     and t.id = delete_ecriture_categorie.id
  returning 'true'::json
$$;
comment on function api.delete_ecriture_categorie(bigint) is
  'Removes a category that no entry and no tariff has. Null when it does not exist.';
grant execute on function api.delete_ecriture_categorie(bigint) to caserne_api;
