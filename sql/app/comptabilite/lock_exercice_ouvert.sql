-- A shared lock: imputations of one year do not wait for each other, but the year is not closed meanwhile. Definer: the
-- lock asks for the right to update the year.
create or replace function app.lock_exercice_ouvert(id bigint) returns app.exercices_comptables
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
begin
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice_ouvert.id
     for share;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice comptable inconnu';
  elsif v_exercice.boucle then
    raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice_ouvert(bigint) is
  'An accounting year that is not closed, and cannot be before the transaction ends. PT404 when there is none, PT409 when it is closed. Definer: to lock it.';
