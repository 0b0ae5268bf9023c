-- Definer: clients may neither add work nor reach the queue.
create or replace function api.create_imputation_interventions(exercice_comptable_id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
  v_indemnites jsonb := body -> 'indemnites';
  v_type text;
  v_travail app.travaux;
begin
  perform request.require('comptabilite.modification');
  for v_type in select k from jsonb_object_keys(v_indemnites) as k order by k loop
    if v_type <> 'defaut' and not exists (
      select from app.types_intervention t where t.sis_key = request.sis_key() and t.id::text = v_type
    ) then
      raise sqlstate 'PT422' using message = 'Ce type d’intervention n’existe pas.', detail = 'indemnites.' || v_type;
    end if;
    perform app.require_indemnite((v_indemnites ->> v_type)::bigint, 'indemnites.' || v_type);
  end loop;
  if body ->> 'piquet_indemnite_intervention_id' is not null then
    perform app.require_indemnite((body ->> 'piquet_indemnite_intervention_id')::bigint, 'piquet_indemnite_intervention_id');
  end if;
  v_exercice := app.lock_exercice_ouvert(exercice_comptable_id);
  perform jobs.end_imputation_perdue(v_exercice.id);
  insert into app.travaux (exercice_comptable_id, indemnites, piquet_indemnite_intervention_id, total)
  select v_exercice.id, v_indemnites, (body ->> 'piquet_indemnite_intervention_id')::bigint, count(*)
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.exercice_comptable_id = v_exercice.id
     and i.statut = app.intervention_validee()
  returning * into v_travail;
  perform jobs.ask_imputation(v_travail);
  return json_build_object('id', v_travail.id);
end;
$$;
comment on function api.create_imputation_interventions(bigint, jsonb) is
  'Asks the worker to impute every intervention of an accounting year that is validée, by {indemnites: {<type>: id, defaut: id}, piquet_indemnite_intervention_id?}, and returns the id of the work. PT403, PT404, PT409 while such work is under way or where the year is closed, PT422. Definer: clients may neither add work nor reach the queue.';
grant execute on function api.create_imputation_interventions(bigint, jsonb) to caserne_api;
