-- RAVS, art. 34d: the threshold is for minor wages, and solde above the exempt amount owes contributions whatever the
-- sum. Example: with 100 of solde above the exempt amount and 2,000 of indemnités, a minor wage, 100 is subject; with
-- 3,000 of indemnités 3,100 are.
create or replace function app.salaire_soumis(
  solde_soumis numeric, indemnite numeric, depasse_franchise boolean, seuil_sur_solde boolean
) returns numeric
  language sql immutable strict parallel safe
as $$
  select case when depasse_franchise then solde_soumis + indemnite when seuil_sur_solde then 0 else solde_soumis end
$$;
comment on function app.salaire_soumis(numeric, numeric, boolean, boolean) is
  'The salary of a year that owes contributions: all of it above the threshold of minor wages, else the solde only, or nothing where the threshold holds for solde too.';
