-- Example: five months of 10.55 are 52.75.
create or replace function app.montant_annuel(tarif numeric, nombre numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(tarif * nombre)
$$;
comment on function app.montant_annuel(numeric, numeric) is
  'A yearly allowance: the tariff for the year once, or for each month.';
