create or replace function app.lock_imputable(id bigint) returns app.interventions
  language plpgsql volatile
as $$
declare
  v_intervention app.interventions;
begin
  perform app.lock_intervention(id);
  v_intervention := app.require_intervention(id);
  if v_intervention.statut <> app.intervention_validee() then
    raise sqlstate 'PT409' using message = 'Seule une intervention validée peut être imputée';
  end if;
  perform app.check_chevauchements(v_intervention);
  return v_intervention;
end;
$$;
comment on function app.lock_imputable(bigint) is
  'An intervention that may be imputée, locked. PT404, PT409 unless it is validée, in an open year and nobody of it is elsewhere at the same time.';
