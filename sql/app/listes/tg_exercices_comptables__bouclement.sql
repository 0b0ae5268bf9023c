-- An update locks the year less than this, and writers of the year wait only for the stronger lock. Once it is taken,
-- all transactions that wrote to the year have ended.
create or replace function app.tg_exercices_comptables__bouclement() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform
    from app.exercices_comptables e
   where e.sis_key = new.sis_key
     and e.id = new.id
     for update;
  return new;
end;
$$;
comment on function app.tg_exercices_comptables__bouclement() is
  'Closes an accounting year only when all transactions that wrote to it have ended. Definer: to lock the year.';
drop trigger if exists _050_bouclement on app.exercices_comptables;
create trigger _050_bouclement before update of boucle on app.exercices_comptables
  for each row when (new.boucle and not old.boucle) execute function app.tg_exercices_comptables__bouclement();

create or replace function app.tg_exercices_comptables__boucle() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
end;
$$;
comment on function app.tg_exercices_comptables__boucle() is
  'Refuses (PT409) to change a closed accounting year, except to open it again, or to remove it.';
drop trigger if exists _060_boucle on app.exercices_comptables;
create trigger _060_boucle before update on app.exercices_comptables
  for each row
  when (old.boucle and new.boucle
        and (old.annee, old.designation, old.debut, old.fin) is distinct from (new.annee, new.designation, new.debut, new.fin))
  execute function app.tg_exercices_comptables__boucle();
drop trigger if exists _070_boucle on app.exercices_comptables;
create trigger _070_boucle before delete on app.exercices_comptables
  for each row when (old.boucle) execute function app.tg_exercices_comptables__boucle();
