-- Example: 100 minutes by a tariff of 30.10 an hour are 50.15; by a tariff of 30.10 for the exercice they are 30.10.
create or replace function app.montant_exercice(tarif numeric, type_unite_id bigint, duree integer) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(case when type_unite_id = app.unite_heure() then tarif * duree / 60 else tarif end)
$$;
comment on function app.montant_exercice(numeric, bigint, integer) is
  'Pay for an exercice: the tariff once, or for each hour of its minutes.';
grant execute on function app.montant_exercice(numeric, bigint, integer) to caserne_api;
