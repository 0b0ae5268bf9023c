create or replace function api.as_json(avs_param app.avs_params) returns json
  language sql stable
as $$
  select json_build_object(
    'exercice_comptable_id', avs_param.exercice_comptable_id,
    'taux_avs', avs_param.taux_avs::text,
    'taux_ac', avs_param.taux_ac::text,
    'franchise_avs', avs_param.franchise_avs::text,
    'franchise_imposition', avs_param.franchise_imposition::text,
    'plafond_ac', avs_param.plafond_ac::text,
    'seuil_sur_solde', avs_param.seuil_sur_solde,
    'compte_id', avs_param.compte_id,
    'ecriture_categorie_id', avs_param.ecriture_categorie_id
  )
$$;
comment on function api.as_json(app.avs_params) is
  'The AVS parameters of an accounting year on the wire.';
grant execute on function api.as_json(app.avs_params) to caserne_api;
