-- Example: 198.40 withheld from two sapeurs together are two entries that sum up to -198.40, and 396.80 of the service.
create or replace function app.write_charges_avs(decompte app.decomptes) returns void
  language sql volatile
as $$
  insert into app.ecritures (
    exercice_comptable_id, sapeur_id, date, designation, tarif, total, type, module, decompte_id, compte_id, ecriture_categorie_id
  )
  select decompte.exercice_comptable_id, p.sapeur_id, decompte.date, 'Cotisations AVS/AC', p.montant, p.montant, 5, 4,
         decompte.id, r.compte_id, r.ecriture_categorie_id
    from (
      select m.sapeur_id, -m.avs_ac as montant
        from app.paiements m
       where m.sis_key = decompte.sis_key
         and m.decompte_id = decompte.id
      union all
      select null, 2 * (decompte.avs_total + decompte.ac_total)
    ) p
    join app.avs_params r on r.sis_key = decompte.sis_key and r.exercice_comptable_id = decompte.exercice_comptable_id
   where decompte.deduction
   order by p.sapeur_id
$$;
comment on function app.write_charges_avs(app.decomptes) is
  'Writes the contributions of a décompte with deductions: an entry for each sapeur, and one of the service for employees and employer together.';
