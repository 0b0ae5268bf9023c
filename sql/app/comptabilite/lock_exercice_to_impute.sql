create or replace function app.lock_exercice_to_impute(id bigint) returns app.exercices
  language plpgsql volatile
as $$
begin
  perform request.require('comptabilite.modification');
  return app.lock_exercice_excuse(id);
end;
$$;
comment on function app.lock_exercice_to_impute(bigint) is
  'An exercice whose imputation is to be made or undone, locked. PT403, PT404, PT409 where the accounting year is closed.';
