-- The year's row is locked until the end of the transaction: numbers have neither gaps nor duplicates. An intervention that is
-- moved to another year leaves its number behind and gets one there; one that stays on its day asks nothing of its year, which
-- may be closed by now.
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
  new.no := 1 + coalesce((
    select max(i.no)
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = v_exercice.id
  ), 0);
  new.numero := v_exercice.annee || '-' || lpad(new.no::text, greatest(3, length(new.no::text)), '0');
  return new;
end;
$$;
comment on function app.tg_interventions__numero() is
  'Gives an intervention its accounting year, by its first day, and its number in it. Definer: nobody may give one himself.';
drop trigger if exists _100_numero on app.interventions;
create trigger _100_numero before insert or update of date_debut on app.interventions
  for each row execute function app.tg_interventions__numero();
