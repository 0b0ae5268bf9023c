create or replace function jobs.imputation_key(travail app.travaux) returns text
  language sql immutable parallel safe
as $$
  select 'imputation:' || travail.sis_key || ':' || travail.id
$$;
comment on function jobs.imputation_key(app.travaux) is
  'Key of the job that carries out the imputation of a year: it is in the queue at most once.';
