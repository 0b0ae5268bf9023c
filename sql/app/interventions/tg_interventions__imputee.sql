-- Only the definer function that undoes an imputation writes another statut.
create or replace function app.tg_interventions__imputee() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.intervention_imputee() and (tg_op = 'DELETE' or new.statut = old.statut) then
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_interventions__imputee() is 'Refuses (PT409) to change or remove an imputée intervention, except to undo the imputation.';
drop trigger if exists _050_imputee on app.interventions;
create trigger _050_imputee before update or delete on app.interventions
  for each row execute function app.tg_interventions__imputee();
