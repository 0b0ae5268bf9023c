create or replace function api.create_imputation_annuel(exercice_comptable_id bigint, body jsonb) returns json
  language sql volatile
as $$
  select json_build_object('ecritures', coalesce(json_agg(api.as_json(e) order by e.id), '[]'))
    from app.impute_annuel(exercice_comptable_id, app.read_ids(body -> 'sapeur_ids')) e
$$;
comment on function api.create_imputation_annuel(bigint, jsonb) is
  'Writes the yearly allowances of {sapeur_ids?} that an accounting year does not have yet, and returns their entries. PT403, PT404, PT409, PT422.';
grant execute on function api.create_imputation_annuel(bigint, jsonb) to caserne_api;
