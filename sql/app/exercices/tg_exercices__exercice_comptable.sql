-- Definer: callers may not choose the accounting year. An exercice that keeps its day stays in its year.
create or replace function app.tg_exercices__exercice_comptable() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.date <> old.date then
    new.exercice_comptable_id := (app.lock_exercice_comptable(new.date)).id;
  end if;
  return new;
end;
$$;
comment on function app.tg_exercices__exercice_comptable() is
  'Sets the accounting year of an exercice by its day. PT409 when the year is closed. Definer: callers may not choose it.';
drop trigger if exists _100_exercice_comptable on app.exercices;
create trigger _100_exercice_comptable before insert or update of date on app.exercices
  for each row execute function app.tg_exercices__exercice_comptable();
