-- Example: 40.00 for the first two hours, then 15.00 an hour, whole hours only. Five and a half hours are 40.00 for two
-- hours and 15.00 for each of three: 85.00.
create or replace function app.montant_minimum(
  secondes_phase numeric, secondes_autres numeric,
  tarif numeric, tarif_min numeric, tarif_min_pour numeric, tarif_min_pro_rata boolean, tarif_pro_rata boolean
) returns numeric
  language sql immutable parallel safe
as $$
  -- The division comes last: a third of an hour has no end as a decimal number, and half of 0.05 must stay exact.
  select case
           when tarif_min = 0 then app.round05(tarif * (secondes_phase + secondes_autres) / 3600)
           else app.round05(
             (case when tarif_min_pro_rata then tarif_min * couvert else tarif_min * plafond end
               + tarif * (secondes_autres + case when tarif_pro_rata then surplus else surplus - surplus % 3600 end) * tarif_min_pour)
             / plafond)
         end
    from (select 3600 * tarif_min_pour as plafond) p
   cross join lateral (
     select least(secondes_phase, plafond) as couvert, greatest(secondes_phase - plafond, 0) as surplus
   ) s
$$;
comment on function app.montant_minimum(numeric, numeric, numeric, numeric, numeric, boolean, boolean) is
  'Pay by a tariff with a minimum: the minimum covers the first hours of the tariff''s phase, each further hour and all hours of other phases cost the tariff.';
grant execute on function app.montant_minimum(numeric, numeric, numeric, numeric, numeric, boolean, boolean) to caserne_api;
