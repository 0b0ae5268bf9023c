create or replace function app.lock_exercice_to_impute(id bigint) returns app.exercices
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  select * into v_exercice
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice_to_impute.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice inconnu';
  end if;
  perform app.refuse_bouclement(v_exercice.exercice_comptable_id);
  return v_exercice;
end;
$$;
comment on function app.lock_exercice_to_impute(bigint) is
  'An exercice whose imputation is to be made or undone, locked. PT403, PT404, PT409 where the accounting year is closed.';
