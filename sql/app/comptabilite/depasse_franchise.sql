-- RAVS, art. 34d. Example: 2,500 does not pass the threshold of 2,500, but does where the threshold holds for solde too.
create or replace function app.depasse_franchise(salaire numeric, franchise_avs numeric, seuil_sur_solde boolean) returns boolean
  language sql immutable strict parallel safe
as $$
  select case when seuil_sur_solde then salaire >= franchise_avs else salaire > franchise_avs end
$$;
comment on function app.depasse_franchise(numeric, numeric, boolean) is
  'Whether the salary of a year is no longer a minor wage: it is above the threshold, or at it where the threshold holds for solde too.';
