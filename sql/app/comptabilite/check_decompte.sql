-- Called at the end of app.make_decompte, not by a deferred trigger: a trigger on entries would run for each of them.
create or replace function app.check_decompte(decompte app.decomptes) returns void
  language plpgsql stable
as $$
declare
  v_ecritures numeric;
  v_charges numeric;
  v_parts numeric;
  v_total numeric;
  v_avs_ac numeric;
begin
  select coalesce(sum(case when c.produit then -e.total else e.total end) filter (where e.module <> 4), 0),
         coalesce(sum(e.total) filter (where e.module = 4 and e.sapeur_id is not null), 0)
    into v_ecritures, v_charges
    from app.ecritures e
    left join app.comptes c on c.sis_key = e.sis_key and c.id = e.compte_id
   where e.sis_key = decompte.sis_key
     and e.decompte_id = decompte.id;
  select coalesce(sum(p.solde + p.indemnite + p.frais_forfaitaire + p.frais_effectif + p.autre), 0),
         coalesce(sum(p.total), 0), coalesce(sum(p.avs + p.ac), 0)
    into v_parts, v_total, v_avs_ac
    from app.paiements p
   where p.sis_key = decompte.sis_key
     and p.decompte_id = decompte.id;
  if (v_parts, v_parts, v_avs_ac, v_avs_ac, v_total)
     is distinct from (v_ecritures, decompte.total, -v_charges, decompte.avs_total + decompte.ac_total,
                       decompte.a_payer_total - decompte.a_facturer_total) then
    raise exception using
      message = format('décompte %s: payments %s, entries %s, contributions %s, charges %s', decompte.id, v_parts, v_ecritures, v_avs_ac, v_charges);
  end if;
end;
$$;
comment on function app.check_decompte(app.decomptes) is
  'Fails unless the payments of a décompte sum up to its entries, and its totals to its payments.';
