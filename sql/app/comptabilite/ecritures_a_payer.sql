-- Example: a fine of 20.00 on an account of income counts -20.00. By hand, entries of the service itself can be made;
-- nobody is paid for them. Those of AVS follow from a décompte.
create or replace function app.ecritures_a_payer(exercice_comptable_id bigint, decompte_id bigint, demande jsonb)
  returns table (id bigint, sapeur_id bigint, date date, type smallint, montant numeric)
  language plpgsql stable
as $$
declare
  v_modules constant bigint[] := app.read_ids(demande -> 'modules');
  v_sapeur_ids constant bigint[] := app.read_ids(demande -> 'sapeur_ids');
  v_exercice_id constant bigint := (demande ->> 'exercice_id')::bigint;
begin
  return query
    select e.id, e.sapeur_id, e.date, e.type, case when c.produit then -e.total else e.total end
      from app.ecritures e
      left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
     where e.sis_key = request.sis_key()
       and e.exercice_comptable_id = ecritures_a_payer.exercice_comptable_id
       and e.decompte_id is not distinct from ecritures_a_payer.decompte_id
       and e.sapeur_id is not null
       and e.module <> 4
       and (v_modules is null or e.module = any (v_modules))
       and (v_sapeur_ids is null or e.sapeur_id = any (v_sapeur_ids))
       and (v_exercice_id is null or e.exercice_id = v_exercice_id);
end;
$$;
comment on function app.ecritures_a_payer(bigint, bigint, jsonb) is
  'The entries of a year that a décompte pays, or that are unpaid (null) and match {modules?, sapeur_ids?, exercice_id?}, with what each adds to the payment: less, on an account of income.';
