create or replace function api.delete_sapeur_materiel(id bigint, materiel_personnel_id bigint) returns json
  language sql volatile
as $$
  delete from app.materiel_personnel t
   where t.sis_key = request.sis_key()
     and t.sapeur_id = delete_sapeur_materiel.id
     and t.id = materiel_personnel_id
  returning 'true'::json
$$;
comment on function api.delete_sapeur_materiel(bigint, bigint) is
  'Removes a loan of equipment that was entered by mistake. Null when it does not exist.';
grant execute on function api.delete_sapeur_materiel(bigint, bigint) to caserne_api;
