-- Example: payments of 80.00 and -20.00, with contributions of 5.00, are 80.00 to pay, 20.00 to invoice, 65.00 in total.
create or replace function app.totaux_decompte(decompte app.decomptes, paiements app.paiements[]) returns app.decomptes
  language plpgsql stable
as $$
begin
  select coalesce(sum(p.total + p.avs_ac), 0), coalesce(sum(p.avs), 0), coalesce(sum(p.ac), 0),
         coalesce(sum(p.total) filter (where p.total > 0), 0), coalesce(-sum(p.total) filter (where p.total < 0), 0)
    into decompte.total, decompte.avs_total, decompte.ac_total, decompte.a_payer_total, decompte.a_facturer_total
    from unnest(paiements) p;
  return decompte;
end;
$$;
comment on function app.totaux_decompte(app.decomptes, app.paiements[]) is
  'A décompte with the sums of its payments, those above 0 to be paid, those below to be invoiced.';
