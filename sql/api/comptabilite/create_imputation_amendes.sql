create or replace function api.create_imputation_amendes(exercice_comptable_id bigint) returns json
  language sql volatile
as $$
  select json_build_object('ecritures', coalesce(json_agg(f order by f.id), '[]'))
    from app.impute_amendes(exercice_comptable_id) e
   cross join lateral api.ecriture_json(e) f
$$;
comment on function api.create_imputation_amendes(bigint) is
  'Fines the unexcused absences of an accounting year that are not fined yet, and returns the entries. PT403, PT404, PT409.';
grant execute on function api.create_imputation_amendes(bigint) to caserne_api;
