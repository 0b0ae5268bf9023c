-- LACI, art. 2, al. 2, let. c: until the end of the month in which the reference age is reached. LAVS, art. 21, al. 1: it
-- is 65. Transitional provisions of the modification of 17 December 2021 (AVS 21), let. a: that of women born up to 1960
-- is 64, of those born in 1961, 1962 and 1963 it is 64 years and 3, 6 and 9 months. Example: a woman born on 20 November
-- 1961 is 64 years and 3 months old on 20 February 2026, and owes AC until 28 February 2026.
create or replace function app.fin_ac(naissance date, femme boolean) returns date
  language sql immutable strict parallel safe
as $$
  select (date_trunc('month', naissance
                              + case when femme then least(768 + greatest(extract(year from naissance) - 1960, 0) * 3, 780) else 780 end
                                * interval '1 month')
          + interval '1 month - 1 day')::date
$$;
comment on function app.fin_ac(date, boolean) is
  'The last day on which someone owes AC: the end of the month in which the reference age is reached.';
