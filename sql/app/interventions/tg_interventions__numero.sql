-- The year's row is locked until the end of the transaction: numbers have no duplicates, and no gaps but those that removals leave.
-- An intervention that is moved to another year leaves its number behind and gets one there; one that stays on its day asks nothing
-- of its year, which may be closed by now.
create or replace function app.tg_interventions__numero() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables;
begin
  if tg_op = 'UPDATE' and new.date_debut = old.date_debut then
    return new;
  end if;
  v_exercice := app.lock_exercice_comptable(new.date_debut);
  if tg_op = 'UPDATE' and v_exercice.id = old.exercice_comptable_id then
    return new;
  end if;
  new.exercice_comptable_id := v_exercice.id;
  new.no := 1 + greatest(v_exercice.dernier_no_vacant, (
    select max(i.no)
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = v_exercice.id
  ));
  new.numero := v_exercice.annee || '-' || lpad(new.no::text, greatest(3, length(new.no::text)), '0');
  return new;
end;
$$;
comment on function app.tg_interventions__numero() is
  'Gives an intervention its accounting year, by its first day, and its number in it. Definer: nobody may give one himself.';
drop trigger if exists _100_numero on app.interventions;
create trigger _100_numero before insert or update of date_debut on app.interventions
  for each row execute function app.tg_interventions__numero();

-- Noted when a number is left, not when one is given: importing ten thousand interventions does not write the year's row at all.
create or replace function app.tg_interventions__numero_vacant() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.exercices_comptables e
     set dernier_no_vacant = old.no
   where e.sis_key = old.sis_key
     and e.id = old.exercice_comptable_id
     and e.dernier_no_vacant < old.no;
  return null;
end;
$$;
comment on function app.tg_interventions__numero_vacant() is
  'The number of an intervention that is removed, or moved to another year, is never given again. Definer: it is kept in the accounting year, which is not the client''s to write.';
drop trigger if exists _300_numero_vacant on app.interventions;
create trigger _300_numero_vacant after delete on app.interventions
  for each row execute function app.tg_interventions__numero_vacant();
drop trigger if exists _310_numero_vacant on app.interventions;
create trigger _310_numero_vacant after update on app.interventions
  for each row when (new.exercice_comptable_id <> old.exercice_comptable_id) execute function app.tg_interventions__numero_vacant();
