create or replace function app.paiements_annee(exercice_comptable_id bigint, sapeur_id bigint)
  returns table (
    sapeur_id bigint, solde numeric, indemnite numeric, frais_forfaitaire numeric, frais_effectif numeric, autre numeric,
    avs numeric, ac numeric, avs_ac numeric, total numeric
  )
  language sql stable
as $$
  select p.sapeur_id, sum(p.solde), sum(p.indemnite), sum(p.frais_forfaitaire), sum(p.frais_effectif), sum(p.autre),
         sum(p.avs), sum(p.ac), sum(p.avs_ac), sum(p.total)
    from app.decomptes d
    -- Lateral with offset 0: payments are looked up by statement, not read for all years of the sapeur.
   cross join lateral (
     select m.*
       from app.paiements m
      where m.sis_key = d.sis_key
        and m.decompte_id = d.id
        and (paiements_annee.sapeur_id is null or m.sapeur_id = paiements_annee.sapeur_id)
     offset 0
   ) p
   where d.sis_key = request.sis_key()
     and d.exercice_comptable_id = paiements_annee.exercice_comptable_id
     and d.paye_le is not null
   group by p.sapeur_id
$$;
comment on function app.paiements_annee(bigint, bigint) is
  'Pay of an accounting year for each sapeur, or for one, in francs: sums of the payments in the décomptes that were marked as paid.';
grant execute on function app.paiements_annee(bigint, bigint) to caserne_api;
