-- Definer: it reads birth dates and exercices, which callers who make décomptes need not see.
create or replace function app.make_decompte(demande jsonb) returns app.decomptes
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.lock_decomptes((demande ->> 'exercice_comptable_id')::bigint);
  v_modules constant bigint[] := app.read_ids(demande -> 'modules');
  v_sapeur_ids constant bigint[] := app.read_ids(demande -> 'sapeur_ids');
  v_exercice_id constant bigint := (demande ->> 'exercice_id')::bigint;
  v_decompte app.decomptes;
  v_nb bigint;
begin
  perform app.check_demande_decompte(demande);
  insert into app.decomptes (exercice_comptable_id, designation, date, deduction)
  values (v_exercice.id, demande ->> 'designation', (demande ->> 'date')::date, (demande ->> 'deduction')::boolean)
  returning * into v_decompte;
  -- The version here, not by the trigger: it would be called for each entry.
  update app.ecritures e
     set decompte_id = v_decompte.id, version = e.version + 1
   where e.sis_key = request.sis_key()
     and e.exercice_comptable_id = v_exercice.id
     and app.is_a_payer(e, v_modules, v_sapeur_ids, v_exercice_id);
  get diagnostics v_nb = row_count;
  if v_nb = 0 then
    raise sqlstate 'PT409' using message = 'Aucune écriture à payer';
  end if;
  insert into app.paiements (
    decompte_id, sapeur_id, date, solde, indemnite, frais_forfaitaire, frais_effectif, autre, avs_ac, avs, ac
  )
  select p.decompte_id, p.sapeur_id, p.date, p.solde, p.indemnite, p.frais_forfaitaire, p.frais_effectif, p.autre, p.avs_ac,
         p.avs, p.ac
    from app.list_paiements_decompte(v_exercice, v_decompte, null) p
   order by p.sapeur_id;
  v_decompte := app.totaux_decompte(v_decompte, app.paiements_de(v_decompte.id));
  update app.decomptes d
     set total = v_decompte.total, avs_total = v_decompte.avs_total, ac_total = v_decompte.ac_total,
         a_payer_total = v_decompte.a_payer_total, a_facturer_total = v_decompte.a_facturer_total
   where d.sis_key = request.sis_key()
     and d.id = v_decompte.id
  returning * into v_decompte;
  perform app.write_charges_avs(v_decompte);
  perform app.check_decompte(v_decompte, v_nb);
  return v_decompte;
end;
$$;
comment on function app.make_decompte(jsonb) is
  'Makes a décompte of the unpaid entries of a year that match {exercice_comptable_id, designation, date, deduction, modules?, sapeur_ids?, exercice_id?}: payments, contributions, totals. PT403, PT409, PT422. Definer: to read birth dates.';
grant execute on function app.make_decompte(jsonb) to caserne_api;
