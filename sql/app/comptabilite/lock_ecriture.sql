-- The year first, then the entry, as in a décompte.
create or replace function app.lock_ecriture(id bigint) returns app.ecritures
  language plpgsql volatile
as $$
declare
  v_ecriture app.ecritures;
begin
  perform app.refuse_bouclement(e.exercice_comptable_id)
     from app.ecritures e
    where e.sis_key = request.sis_key()
      and e.id = lock_ecriture.id;
  select * into v_ecriture
    from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.id = lock_ecriture.id
     for update;
  if not found then
    return null;
  end if;
  perform app.check_module(v_ecriture.module);
  if v_ecriture.decompte_id is not null then
    raise sqlstate 'PT409' using message = 'Cette écriture est dans un décompte : elle ne peut plus être modifiée';
  end if;
  return v_ecriture;
end;
$$;
comment on function app.lock_ecriture(bigint) is
  'An entry that was written by hand, locked to be changed or removed; null when it does not exist. PT409 when it was made from something else, is in a statement of account or in a closed year.';
grant execute on function app.lock_ecriture(bigint) to caserne_api;
