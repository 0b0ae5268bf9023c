-- Definer: a caller who writes presences may not lock the exercice. When the exercice itself is removed, there is no
-- row to lock.
create or replace function app.tg_exercice_heures__ouvert() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  select e.statut into v_statut
    from app.exercices e
   where e.sis_key = request.sis_key()
     and e.id = coalesce(new.exercice_id, old.exercice_id)
     for no key update;
  if v_statut = app.exercice_impute() then
    raise sqlstate 'PT409' using message = 'L’exercice est imputé : il ne peut plus être modifié';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_exercice_heures__ouvert() is
  'Refuses (PT409) to change hours of an imputé exercice. Definer: to lock the exercice.';
drop trigger if exists _100_ouvert on app.exercice_heures;
create trigger _100_ouvert before insert or update or delete on app.exercice_heures
  for each row execute function app.tg_exercice_heures__ouvert();
