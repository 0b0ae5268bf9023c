-- Example: a fine of 20.00 on an account of income counts -20.00. By hand, entries of the service itself can be made;
-- nobody is paid for them. Those of AVS follow from a décompte.
create or replace function app.ecritures_a_payer(exercice_comptable_id bigint, decompte_id bigint, demande jsonb)
  returns table (sapeur_id bigint, type smallint, montant numeric)
  language plpgsql stable
as $$
declare
  v_modules constant bigint[] := app.read_ids(demande -> 'modules');
  v_sapeur_ids constant bigint[] := app.read_ids(demande -> 'sapeur_ids');
  v_exercice_id constant bigint := (demande ->> 'exercice_id')::bigint;
begin
  if ecritures_a_payer.decompte_id is null then
    return query
      select e.sapeur_id, e.type, case when c.produit then -e.total else e.total end
        from app.ecritures e
        left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
       where e.sis_key = request.sis_key()
         and e.exercice_comptable_id = ecritures_a_payer.exercice_comptable_id
         and app.is_a_payer(e, v_modules, v_sapeur_ids, v_exercice_id);
  else
    return query
      select e.sapeur_id, e.type, case when c.produit then -e.total else e.total end
        from app.ecritures e
        left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
       where e.sis_key = request.sis_key()
         and e.exercice_comptable_id = ecritures_a_payer.exercice_comptable_id
         and e.decompte_id = ecritures_a_payer.decompte_id
         and e.sapeur_id is not null
         and e.module <> 4;
  end if;
end;
$$;
comment on function app.ecritures_a_payer(bigint, bigint, jsonb) is
  'The entries of a year that a décompte pays, or that are unpaid (null) and match {modules?, sapeur_ids?, exercice_id?}, with what each adds to the payment: less, on an account of income.';
