-- The past is loaded in two parts: the current year, with the two months before today, and what is older. The setting
-- `demo.part` is `recent` or `past`.
create or replace function pg_temp.of_part(day date) returns boolean
  language sql stable
return (day >= date_trunc('year', current_setting('demo.today')::date - interval '2 months'))
  = (current_setting('demo.part') = 'recent');
