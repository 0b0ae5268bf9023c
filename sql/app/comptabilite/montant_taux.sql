-- Example: two and a half hours at 20.00 an hour with the night's rate of 1.25 are 62.50.
create or replace function app.montant_taux(secondes numeric, tarif numeric, taux numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(tarif * taux * secondes / 3600)
$$;
comment on function app.montant_taux(numeric, numeric, numeric) is
  'Pay by a tariff with a rate: the hourly tariff times the rate times the hours.';
grant execute on function app.montant_taux(numeric, numeric, numeric) to caserne_api;
