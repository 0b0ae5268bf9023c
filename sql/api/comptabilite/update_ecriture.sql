create or replace function api.update_ecriture(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_before app.ecritures := app.lock_ecriture(update_ecriture.id);
  v_answer json;
begin
  if v_before.id is null then
    return null;
  end if;
  update app.ecritures t
     set (exercice_comptable_id, sapeur_id, date, heure, designation, complement, quantite, type_unite_id, tarif, total, type,
          module, compte_id, ecriture_categorie_id) = (
       select e.exercice_comptable_id, e.sapeur_id, e.date, e.heure, e.designation, coalesce(e.complement, ''), e.quantite,
              e.type_unite_id, e.tarif, e.total, e.type, e.module, e.compte_id, e.ecriture_categorie_id
         from app.complete_ecriture(jsonb_populate_record(v_before, body), body) e
     )
   where t.sis_key = request.sis_key()
     and t.id = update_ecriture.id
  returning api.as_json(t) into v_answer;
  return v_answer;
end;
$$;
comment on function api.update_ecriture(bigint, jsonb) is
  'Changes an entry that was written by hand; absent keys leave values as they are. Null when it does not exist, PT409, PT422.';
grant execute on function api.update_ecriture(bigint, jsonb) to caserne_api;
