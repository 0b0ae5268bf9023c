-- The queue gives up a job after 25 tries, which takes three days. Work without a job would keep its year from being imputed
-- for ever.
create or replace function jobs.end_imputation_perdue(exercice_comptable_id bigint) returns void
  language plpgsql volatile
as $$
begin
  update app.travaux t
     set ended_at = clock_timestamp(),
         total = (select count(*) from app.travail_interventions l where l.sis_key = t.sis_key and l.travail_id = t.id)
   where t.sis_key = request.sis_key()
     and t.exercice_comptable_id = end_imputation_perdue.exercice_comptable_id
     and t.ended_at is null
     and not exists (
       select
         from graphile_worker.jobs j
        where j.key = jobs.imputation_key(t)
          and (j.locked_at is not null or j.attempts < j.max_attempts)
     );
end;
$$;
comment on function jobs.end_imputation_perdue(bigint) is
  'Ends the imputation of a year that no job of the queue carries out any more.';
