-- Definer: the functions of imputations are for the owner alone.
create or replace function api.create_imputation_annuel(exercice_comptable_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sapeur_ids constant bigint[] := app.read_ids(body -> 'sapeur_ids');
  v_ecritures json;
begin
  select coalesce(json_agg(api.as_json(e) order by e.id), '[]') into v_ecritures
    from app.impute_annuel(exercice_comptable_id, v_sapeur_ids) e;
  return json_build_object(
    'ecritures', v_ecritures,
    'avertissements', (
      select coalesce(json_agg(a), '[]')
        from app.exercices_comptables e, app.fonctions_non_terminees(daterange(e.debut, e.fin, '[]'), v_sapeur_ids) a
       where e.sis_key = request.sis_key()
         and e.id = create_imputation_annuel.exercice_comptable_id
    )
  );
end;
$$;
comment on function api.create_imputation_annuel(bigint, jsonb) is
  'Writes the yearly allowances of {sapeur_ids?} that an accounting year does not have yet, and returns their entries, with warnings about functions that last beyond someone''s service. PT403, PT404, PT409, PT422. Definer: the functions of imputations are for the owner alone.';
grant execute on function api.create_imputation_annuel(bigint, jsonb) to caserne_api;
