create or replace function api.update_avs_param(exercice_comptable_id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_answer json;
begin
  -- A year has none when the accounts that new years begin with were removed.
  insert into app.avs_params
    (exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, compte_id, ecriture_categorie_id)
  select e.id, f.taux_avs, f.taux_ac, f.franchise_avs, f.franchise_imposition, f.plafond_ac, n.compte_id, n.ecriture_categorie_id
    from app.exercices_comptables e
    cross join jsonb_populate_record(null::app.avs_params, body) n
    cross join app.federal_avs(e.annee) f
   where e.sis_key = request.sis_key()
     and e.id = update_avs_param.exercice_comptable_id
     and not exists (select from app.avs_params p where p.sis_key = e.sis_key and p.exercice_comptable_id = e.id)
  on conflict do nothing;
  update app.avs_params p
     set (taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, seuil_sur_solde, compte_id, ecriture_categorie_id) = (
       select n.taux_avs, n.taux_ac, n.franchise_avs, n.franchise_imposition, n.plafond_ac, n.seuil_sur_solde, n.compte_id,
              n.ecriture_categorie_id
         from jsonb_populate_record(p, body) n
     )
   where p.sis_key = request.sis_key()
     and p.exercice_comptable_id = update_avs_param.exercice_comptable_id
  returning api.as_json(p) into v_answer;
  return v_answer;
end;
$$;
comment on function api.update_avs_param(bigint, jsonb) is
  'Changes the AVS parameters of an accounting year; absent keys leave values as they are, or at the federal figures. Null when the year does not exist, PT409.';
grant execute on function api.update_avs_param(bigint, jsonb) to caserne_api;
