-- The one lock of décomptes. An imputation holds the same row for share, so it is over before entries are chosen, and the
-- year is not closed meanwhile. Definer: the lock asks for the right to update the year.
create or replace function app.lock_decomptes(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = lock_decomptes.exercice_comptable_id
     for update;
  if not found then
    raise sqlstate 'PT422' using message = 'Cet exercice comptable n’existe pas.', detail = 'exercice_comptable_id';
  elsif v_exercice.boucle then
    raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_decomptes(bigint) is
  'An open accounting year, locked until the transaction ends, so that its décomptes are made and removed one by one. PT403, PT409 when it is closed, PT422 when there is none. Definer: to lock it.';
grant execute on function app.lock_decomptes(bigint) to caserne_api;
