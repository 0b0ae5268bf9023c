create or replace function jobs.ask_imputation(travail app.travaux) returns void
  language plpgsql volatile
as $$
begin
  perform graphile_worker.add_job(
    'impute_interventions',
    request.traced(json_build_object('sis_key', travail.sis_key, 'travail_id', travail.id, 'user_id', request.user_id())),
    job_key => jobs.imputation_key(travail));
end;
$$;
comment on function jobs.ask_imputation(app.travaux) is
  'Asks for the imputation of a year as soon as a worker is free, in the name of the caller.';
