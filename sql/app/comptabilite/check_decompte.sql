-- Called at the end of app.make_decompte, not by a deferred trigger: a trigger on entries would run for each of them.
-- Example: entries of solde 100.00 and of frais 20.00 ask for a payment with solde 100.00 and frais_effectif 20.00; a
-- payment of solde 120.00 fails.
create or replace function app.check_decompte(decompte app.decomptes, nb bigint) returns void
  language plpgsql stable
as $$
declare
  v_faux record;
  v_nb bigint;
  v_totaux app.decomptes := app.totaux_decompte(decompte, app.paiements_de(decompte.id));
begin
  select e.*, p as paiement into v_faux
    from (
      select e.sapeur_id,
             coalesce(sum(m.montant) filter (where e.type = 1 and e.module <> 4), 0) as solde,
             coalesce(sum(m.montant) filter (where e.type = 2 and e.module <> 4), 0) as indemnite,
             coalesce(sum(m.montant) filter (where e.type = 3 and e.module <> 4), 0) as frais_forfaitaire,
             coalesce(sum(m.montant) filter (where e.type = 4 and e.module <> 4), 0) as frais_effectif,
             coalesce(sum(m.montant) filter (where e.type in (0, 5) and e.module <> 4), 0) as autre,
             coalesce(-sum(e.total) filter (where e.module = 4), 0) as avs_ac
        from app.ecritures e
        left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
       cross join lateral (select case when c.produit then -e.total else e.total end) as m (montant)
       where e.sis_key = decompte.sis_key
         and e.exercice_comptable_id = decompte.exercice_comptable_id
         and e.decompte_id = decompte.id
         and e.sapeur_id is not null
       group by e.sapeur_id
    ) e
    full join (
      select *
        from app.paiements p
       where p.sis_key = decompte.sis_key
         and p.decompte_id = decompte.id
    ) p on p.sapeur_id = e.sapeur_id
   where (e.solde, e.indemnite, e.frais_forfaitaire, e.frais_effectif, e.autre, e.avs_ac)
         is distinct from (p.solde, p.indemnite, p.frais_forfaitaire, p.frais_effectif, p.autre, p.avs + p.ac)
      or p.avs_ac <> p.avs + p.ac
   limit 1;
  if found then
    raise exception using message = format('décompte %s: a payment is not the sum of its entries: %s', decompte.id, v_faux);
  end if;
  select count(*) into v_nb
    from app.ecritures e
   where e.sis_key = decompte.sis_key
     and e.decompte_id = decompte.id
     and e.module <> 4;
  if v_nb <> nb then
    raise exception using message = format('décompte %s: %s entries were taken, and it has %s', decompte.id, nb, v_nb);
  end if;
  if v_totaux is distinct from decompte then
    raise exception using message = format('décompte %s: %s are not the totals of its payments: %s', decompte.id, decompte, v_totaux);
  end if;
end;
$$;
comment on function app.check_decompte(app.decomptes, bigint) is
  'Fails unless each payment of a décompte is the sum of its entries by type, all entries that were taken (nb) stand in it, and its totals are those of its payments.';
