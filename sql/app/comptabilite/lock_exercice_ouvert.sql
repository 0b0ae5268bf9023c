create or replace function app.lock_exercice_ouvert(id bigint) returns app.exercices_comptables
  language plpgsql volatile
as $$
declare
  v_exercice app.exercices_comptables;
begin
  perform app.refuse_bouclement(id);
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice_ouvert.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice comptable inconnu';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice_ouvert(bigint) is
  'An accounting year that is not closed, and cannot be before the transaction ends. PT404 when there is none, PT409 when it is closed.';
