-- Definer: callers who write presences or validate may not update an exercice, so they could not lock it. The policies
-- let through everyone who may do one of these.
create or replace function app.lock_exercice(id bigint) returns app.exercices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  select * into v_exercice
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = lock_exercice.id
     for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Exercice inconnu';
  end if;
  perform app.refuse_bouclement(v_exercice.exercice_comptable_id);
  if v_exercice.statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return v_exercice;
end;
$$;
comment on function app.lock_exercice(bigint) is
  'An exercice of the caller''s SIS, locked for the rest of the transaction, so that writers of presences come one after the other. PT404 when there is none, PT409 when it is imputé or its accounting year is closed. Definer: writers of presences may not update exercices.';
grant execute on function app.lock_exercice(bigint) to caserne_api;
