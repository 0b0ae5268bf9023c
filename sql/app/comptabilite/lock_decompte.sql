-- The year first, as in app.make_decompte; then the décompte is read again.
create or replace function app.lock_decompte(id bigint) returns bigint
  language plpgsql volatile
as $$
declare
  v_exercice_comptable_id bigint := (
    select d.exercice_comptable_id from app.decomptes d where d.sis_key = request.sis_key() and d.id = lock_decompte.id
  );
  v_paye_le date;
begin
  if v_exercice_comptable_id is not null then
    perform app.lock_decomptes(v_exercice_comptable_id);
  end if;
  select d.paye_le into v_paye_le
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = lock_decompte.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Décompte inconnu';
  elsif v_paye_le is not null then
    raise sqlstate 'PT409' using message = 'Le décompte est payé : il ne peut plus être modifié';
  end if;
  return v_exercice_comptable_id;
end;
$$;
comment on function app.lock_decompte(bigint) is
  'The open accounting year of a décompte that is not paid, locked until the transaction ends. PT403, PT404, PT409.';
grant execute on function app.lock_decompte(bigint) to caserne_api;
