-- Example: 3,100 at 10.6 % owe 164.30 of the employee. When 150.00 were withheld before, 14.30 are withheld now; when
-- 170.00 were, 5.70 are paid back.
create or replace function app.cotisation(salaire numeric, taux numeric, retenu numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(app.round05(salaire * taux / 2) - retenu)
$$;
comment on function app.cotisation(numeric, numeric, numeric) is
  'Contribution withheld from an employee: half of that of the year so far, less what was withheld before; negative where it is paid back.';
