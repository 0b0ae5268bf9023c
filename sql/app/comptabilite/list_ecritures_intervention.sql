-- Definer: callers who impute need not see interventions.
create or replace function app.list_ecritures_intervention(id bigint, indemnite_id bigint, piquet_indemnite_id bigint)
  returns setof app.ecritures
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_indemnite app.indemnites_intervention;
  v_piquet app.indemnites_intervention;
  v_intervention app.interventions;
begin
  perform request.require('comptabilite.modification');
  v_indemnite := app.require_indemnite(indemnite_id, 'indemnite_intervention_id');
  if piquet_indemnite_id is not null then
    v_piquet := app.require_indemnite(piquet_indemnite_id, 'piquet_indemnite_intervention_id');
  end if;
  v_intervention := app.lock_imputable(id);
  if piquet_indemnite_id is null then
    return query select * from app.ecritures_presences(v_intervention, v_indemnite, null);
  else
    return query select * from app.ecritures_presences(v_intervention, v_indemnite, false);
    return query select * from app.ecritures_presences(v_intervention, v_piquet, true);
  end if;
end;
$$;
comment on function app.list_ecritures_intervention(bigint, bigint, bigint) is
  'The entries that the imputation of an intervention writes, by the name of the sapeur; standby by its own tariff if there is one. Locks the intervention. PT403, PT404, PT409, PT422. Definer: to see interventions.';
grant execute on function app.list_ecritures_intervention(bigint, bigint, bigint) to caserne_api;
