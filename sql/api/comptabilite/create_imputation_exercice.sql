create or replace function api.create_imputation_exercice(id bigint) returns json
  language sql volatile
as $$
  select json_build_object(
           'statut', app.exercice_impute(),
           'ecritures', coalesce(json_agg(f order by f.id), '[]'))
    from app.impute_exercice(id) e
   cross join lateral api.ecriture_json(e) f
$$;
comment on function api.create_imputation_exercice(bigint) is
  'Imputes an exercice and returns its statut (4) and its entries. PT404, PT409.';
grant execute on function api.create_imputation_exercice(bigint) to caserne_api;
