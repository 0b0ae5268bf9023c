-- The weakest lock of a row: it waits for the transaction that closes the year, and keeps it from being closed before
-- this transaction ends. Writers of a year do not wait for each other, nor for the one who numbers an intervention.
-- Definer: callers who write to a year may not lock it otherwise. A superuser has no request and finds no year.
create or replace function app.refuse_bouclement(exercice_comptable_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_boucle boolean;
begin
  select e.boucle into v_boucle
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = refuse_bouclement.exercice_comptable_id
     for key share;
  if v_boucle then
    raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
  end if;
end;
$$;
comment on function app.refuse_bouclement(bigint) is
  'Refuses (PT409) to write to a closed accounting year, and keeps an open one from being closed before the transaction ends. Definer: to lock the year.';
grant execute on function app.refuse_bouclement(bigint) to caserne_api;
