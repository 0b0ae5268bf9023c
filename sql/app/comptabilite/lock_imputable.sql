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
  -- Release 0.1.0 has entries of interventions that it did not impute.
  if exists (
    select
      from app.ecritures e
     where e.sis_key = v_intervention.sis_key
       and e.intervention_id = v_intervention.id
       and e.module = 2
  ) then
    raise sqlstate 'PT409' using message = 'Cette intervention a déjà des écritures : annulez d’abord son imputation';
  end if;
  perform app.check_chevauchements(v_intervention);
  perform app.check_eloignements(v_intervention);
  return v_intervention;
end;
$$;
comment on function app.lock_imputable(bigint) is
  'An intervention that may be imputée, locked. PT404, PT409 unless it is validée, in an open year, without entries, and each presence is near it and at no other intervention too.';
