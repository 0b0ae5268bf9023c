-- Definer: those who keep the accounts may not see what happened in the year. The row of the year is locked by now, so
-- nothing is added to it meanwhile (app.lock_exercice_comptable).
create or replace function app.tg_exercices_comptables__contenu() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.annee <> old.annee and (new.dernier_no_vacant > 0 or exists (
    select from app.interventions i where i.sis_key = new.sis_key and i.exercice_comptable_id = new.id
  )) then
    raise sqlstate 'PT409' using message = format('Des interventions portent déjà un numéro de l’année %s', old.annee);
  end if;
  if exists (
    select
      from app.interventions i
     where i.sis_key = new.sis_key
       and i.exercice_comptable_id = new.id
       and i.date_debut not between new.debut and new.fin
    union all
    select
      from app.exercices e
     where e.sis_key = new.sis_key
       and e.exercice_comptable_id = new.id
       and e.date not between new.debut and new.fin
  ) then
    raise sqlstate 'PT409' using message = 'Des interventions ou des exercices seraient hors de ces dates';
  end if;
  -- Contributions are of the day of their décompte, and release 0.1.0 has entries with a day of another year.
  if exists (
    select
      from app.ecritures e
     where e.sis_key = new.sis_key
       and e.exercice_comptable_id = new.id
       and e.date between old.debut and old.fin
       and e.date not between new.debut and new.fin
       and e.module <> 4
  ) then
    raise sqlstate 'PT409' using message = 'Des écritures seraient hors de ces dates';
  end if;
  return new;
end;
$$;
comment on function app.tg_exercices_comptables__contenu() is
  'Refuses (PT409) to renumber a year that has interventions, and dates that leave out an intervention, exercice or entry of the year. Definer: to see them.';
drop trigger if exists _100_contenu on app.exercices_comptables;
create trigger _100_contenu before update on app.exercices_comptables
  for each row when ((old.annee, old.debut, old.fin) is distinct from (new.annee, new.debut, new.fin))
  execute function app.tg_exercices_comptables__contenu();
