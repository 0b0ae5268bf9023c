-- The exercice is locked first, so that writers of presences come one after the other. When the exercice itself is
-- removed, there is no row to lock. Excuses are written by definer functions, as the owner: they decide on fines, also
-- after the presences were validated and paid.
create or replace function app.tg_exercice_sapeurs__statut() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id bigint := case when tg_op = 'DELETE' then old.exercice_id else new.exercice_id end;
  v_excuse boolean := coalesce(tg_argv[0], '') = 'excuse';
  v_statut smallint;
  -- The columns that decide the statut; remarks do not.
  v_old record := (old.convoque, old.present, old.absent, old.remplace, old.excuse_type_id);
  v_new record := (new.convoque, new.present, new.absent, new.remplace, new.excuse_type_id);
begin
  select e.statut into v_statut
    from app.exercices e
   where e.sis_key = request.sis_key() and e.id = v_id
     for no key update;
  if v_excuse and v_statut in (app.exercice_valide(), app.exercice_impute()) then
    return null;
  elsif v_statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  elsif tg_op <> 'UPDATE' or v_new is distinct from v_old then
    perform app.renew_exercice_statut(v_id);
  end if;
  return null;
end;
$$;
comment on function app.tg_exercice_sapeurs__statut() is
  'Keeps the statut of an exercice as its presences change (app.renew_exercice_statut). PT409 when it is imputé. With the argument excuse, a validated or imputé exercice stays as it is. Definer: nobody is granted writing statut.';
drop trigger if exists _200_statut on app.exercice_sapeurs;
create trigger _200_statut after insert or delete on app.exercice_sapeurs
  for each row execute function app.tg_exercice_sapeurs__statut();
drop trigger if exists _210_statut on app.exercice_sapeurs;
create trigger _210_statut
  after update of convoque, present, absent, remplace, excuse_type_id, remarque, justification on app.exercice_sapeurs
  for each row
  when (
    old.* is distinct from new.*
    and (
      current_user <> 'caserne_owner'
      or (old.convoque, old.present, old.absent, old.remplace) is distinct from (new.convoque, new.present, new.absent, new.remplace)
    )
  )
  execute function app.tg_exercice_sapeurs__statut();
drop trigger if exists _220_statut on app.exercice_sapeurs;
create trigger _220_statut after update of excuse_type_id, remarque, justification on app.exercice_sapeurs
  for each row
  when (
    old.* is distinct from new.*
    and current_user = 'caserne_owner'
    and (old.convoque, old.present, old.absent, old.remplace) is not distinct from (new.convoque, new.present, new.absent, new.remplace)
  )
  execute function app.tg_exercice_sapeurs__statut('excuse');
