create or replace function api.create_imputation_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  select json_build_object(
           'statut', app.intervention_imputee(),
           'ecritures', coalesce(json_agg(f order by f.id), '[]'))
    from app.impute_intervention(
           id, (body ->> 'indemnite_intervention_id')::bigint, (body ->> 'piquet_indemnite_intervention_id')::bigint) e
   cross join lateral api.ecriture_json(e) f
$$;
comment on function api.create_imputation_intervention(bigint, jsonb) is
  'Imputes an intervention by {indemnite_intervention_id, piquet_indemnite_intervention_id?} and returns its statut (3) and its entries. PT404, PT409, PT422.';
grant execute on function api.create_imputation_intervention(bigint, jsonb) to caserne_api;
