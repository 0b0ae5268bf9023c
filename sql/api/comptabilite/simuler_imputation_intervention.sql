create or replace function api.simuler_imputation_intervention(id bigint, body jsonb) returns json
  language sql volatile
as $$
  select json_build_object(
           'statut', app.intervention_validee(),
           'ecritures', coalesce(json_agg(f), '[]'))
    from app.list_ecritures_intervention(
           id, (body ->> 'indemnite_intervention_id')::bigint, (body ->> 'piquet_indemnite_intervention_id')::bigint) e
   cross join lateral api.ecriture_json(e) f
$$;
comment on function api.simuler_imputation_intervention(bigint, jsonb) is
  'The entries that an imputation by {indemnite_intervention_id, piquet_indemnite_intervention_id?} would write, without ids, and the statut that stays (2). PT404, PT409, PT422.';
grant execute on function api.simuler_imputation_intervention(bigint, jsonb) to caserne_api;
