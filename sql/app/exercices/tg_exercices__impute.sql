-- Only definer functions write another statut, or a version: to undo the imputation, and where a row that belongs to the
-- exercice changes without being part of the imputation.
create or replace function app.tg_exercices__impute() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.exercice_impute()
    and (tg_op = 'DELETE' or new.statut = old.statut and to_jsonb(new) - 'version' <> to_jsonb(old) - 'version')
  then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_exercices__impute() is 'Refuses (PT409) to change or remove an imputé exercice, except to undo the imputation or to raise the version.';
drop trigger if exists _050_impute on app.exercices;
create trigger _050_impute before update or delete on app.exercices
  for each row execute function app.tg_exercices__impute();
