-- RAVS, art. 6, al. 2, let. a, with LIFD, art. 24, let. fbis. Example: with 5,400 exempt, 100 of 5,500 are subject, and
-- nothing of 4,000.
create or replace function app.solde_soumis(solde numeric, franchise_imposition numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select greatest(solde - franchise_imposition, 0)
$$;
comment on function app.solde_soumis(numeric, numeric) is
  'The solde of a year that counts for contributions: what is above the exempt amount.';
