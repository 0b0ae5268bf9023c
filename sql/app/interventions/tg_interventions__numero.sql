-- The accounting year is locked until the end of the transaction, so numbers have no duplicates and no gaps except
-- those of removals. An intervention that moves to another year gets a number there and leaves its old one.
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
  'Sets the accounting year of an intervention by its first day, and its number in that year. Definer: callers may not choose either.';
drop trigger if exists _100_numero on app.interventions;
create trigger _100_numero before insert or update of date_debut on app.interventions
  for each row execute function app.tg_interventions__numero();

-- A number is noted when it is left and not when it is given. So importing ten thousand interventions never writes the
-- row of the year.
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
  'Keeps the number of an intervention that is removed, or moved to another year, from being given again. Definer: the accounting year that keeps it is not granted to clients.';
drop trigger if exists _300_numero_vacant on app.interventions;
create trigger _300_numero_vacant after delete on app.interventions
  for each row execute function app.tg_interventions__numero_vacant();
drop trigger if exists _310_numero_vacant on app.interventions;
create trigger _310_numero_vacant after update on app.interventions
  for each row when (new.exercice_comptable_id <> old.exercice_comptable_id) execute function app.tg_interventions__numero_vacant();
