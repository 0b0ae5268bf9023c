-- Definer: app.lock_exercice_excuse is for the owner alone.
create or replace function app.lock_exercice(id bigint) returns app.exercices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices := app.lock_exercice_excuse(id);
begin
  if v_exercice.statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice(bigint) is
  'An exercice of the caller''s SIS, locked for the rest of the transaction, so that writers of presences come one after the other. PT404 when there is none, PT409 when it is imputé or its accounting year is closed. Definer: to lock it.';
grant execute on function app.lock_exercice(bigint) to caserne_api;
