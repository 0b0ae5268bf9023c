-- Definer: callers who write excuses, write presences or validate may not update an exercice, so they could not lock it.
-- The policies let through everyone who may do one of these.
create or replace function app.lock_exercice_excuse(id bigint) returns app.exercices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  select * into v_exercice
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice_excuse.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice inconnu';
  end if;
  perform app.refuse_bouclement(v_exercice.exercice_comptable_id);
  return v_exercice;
end;
$$;
comment on function app.lock_exercice_excuse(bigint) is
  'An exercice of the caller''s SIS whose excuses may be written, locked for the rest of the transaction. An imputé one is among them: excuses decide on fines later. PT404 when there is none, PT409 when its accounting year is closed. Definer: writers of excuses may not update exercices.';
