-- The décompte goes before its entries: as long as it is there, app.tg_ecritures__decompte keeps them.
-- Definer: nobody is granted writing decompte_id.
create or replace function api.delete_decompte(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice_comptable_id bigint;
begin
  v_exercice_comptable_id := app.lock_decompte(id);
  if exists (
    select
      from app.decomptes d
     where d.sis_key = request.sis_key()
       and d.exercice_comptable_id = v_exercice_comptable_id
       and d.id > delete_decompte.id
  ) then
    raise sqlstate 'PT409' using message = 'Seul le dernier décompte d’un exercice comptable peut être supprimé';
  end if;
  if exists (
    select from app.ordres o where o.sis_key = request.sis_key() and o.decompte_id = delete_decompte.id
  ) then
    raise sqlstate 'PT409' using message = 'Un ordre à la banque a été remis pour ce décompte : il ne peut plus être supprimé';
  end if;
  delete from app.paiements p
   where p.sis_key = request.sis_key()
     and p.decompte_id = delete_decompte.id;
  set constraints app.ecritures_sis_key_decompte_id_fkey deferred;
  delete from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.id = delete_decompte.id;
  delete from app.ecritures e
   where e.sis_key = request.sis_key()
     and e.decompte_id = delete_decompte.id
     and e.module = 4;
  -- The version here, not by the trigger: it would be called for each entry.
  update app.ecritures e
     set decompte_id = null, version = e.version + 1
   where e.sis_key = request.sis_key()
     and e.decompte_id = delete_decompte.id;
  set constraints app.ecritures_sis_key_decompte_id_fkey immediate;
  return to_json(true);
end;
$$;
comment on function api.delete_decompte(bigint) is
  'Removes the newest décompte of its year with its payments and entries of AVS, and frees its other entries. PT403, PT404, PT409. Definer: to free entries.';
grant execute on function api.delete_decompte(bigint) to caserne_api;
