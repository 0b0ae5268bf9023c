-- Definer: nobody is granted writing statut.
create or replace function api.delete_imputation_intervention(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_intervention app.interventions;
  v_found boolean;
begin
  perform request.require('comptabilite.modification');
  perform app.lock_intervention(id);
  v_intervention := app.require_intervention(id);
  -- Entries that someone else just puts into a décompte are waited for, and stay.
  perform app.lock_decomptes(v_intervention.exercice_comptable_id);
  delete from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.intervention_id = delete_imputation_intervention.id
     and e.module = 2
     and e.decompte_id is null;
  v_found := found;
  if exists (
    select
      from app.ecritures e
     where e.sis_key = request.sis_key()
       and e.intervention_id = delete_imputation_intervention.id
       and e.module = 2
  ) then
    raise sqlstate 'PT409' using message = 'Une écriture de cette intervention est dans un décompte';
  end if;
  -- Entries of an intervention that is not imputée come from release 0.1.0. They may be removed too.
  if not v_found and v_intervention.statut <> app.intervention_imputee() then
    raise sqlstate 'PT409' using message = 'Cette intervention n’est pas imputée';
  end if;
  update app.interventions i
     set statut = app.intervention_validee(), date_imputation = null
   where i.sis_key = request.sis_key()
     and i.id = v_intervention.id
     and i.statut = app.intervention_imputee();
  return to_json(true);
end;
$$;
comment on function api.delete_imputation_intervention(bigint) is
  'Undoes the imputation of an intervention: removes its entries and sets its statut back to validée (2). PT403, PT404, PT409 when it is not imputée or one of the entries is in a décompte. Definer: nobody is granted writing statut.';
grant execute on function api.delete_imputation_intervention(bigint) to caserne_api;
