-- LAVS, art. 3, al. 2, let. a. Example: who was born on 14 March 2008 is 17 on 14 March 2025, and owes from 1 January
-- 2026 on.
create or replace function app.debut_cotisations(naissance date) returns date
  language sql immutable strict parallel safe
as $$
  select make_date(extract(year from naissance)::integer + 18, 1, 1)
$$;
comment on function app.debut_cotisations(date) is
  'The day from which someone owes contributions: 1 January after their 17th birthday.';
