-- Definer: nobody is granted writing statut.
create or replace function api.delete_imputation_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices := app.lock_exercice_to_impute(id);
  v_found boolean;
begin
  -- Entries that someone else just puts into a décompte are waited for, and stay.
  perform app.lock_decomptes(v_exercice.exercice_comptable_id);
  delete from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.exercice_id = delete_imputation_exercice.id
     and e.module = 1
     and e.decompte_id is null;
  v_found := found;
  if exists (
    select
      from app.ecritures e
     where e.sis_key = request.sis_key()
       and e.exercice_id = delete_imputation_exercice.id
       and e.module = 1
  ) then
    raise sqlstate 'PT409' using message = 'Une écriture de cet exercice est dans un décompte';
  end if;
  -- Entries of an exercice that is not imputé come from release 0.1.0. They may be removed too.
  if not v_found and v_exercice.statut <> app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'Cet exercice n’est pas imputé';
  end if;
  update app.exercices e
     set statut = app.exercice_valide()
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
     and e.statut = app.exercice_impute();
  return to_json(true);
end;
$$;
comment on function api.delete_imputation_exercice(bigint) is
  'Undoes the imputation of an exercice: removes its entries and sets its statut back to validé (3). PT403, PT404, PT409 when it is not imputé or one of the entries is in a décompte. Definer: nobody is granted writing statut.';
grant execute on function api.delete_imputation_exercice(bigint) to caserne_api;
