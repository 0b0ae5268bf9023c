-- An after trigger, so that foreign keys refuse first while the year still has rows.
create or replace function app.tg_exercices_comptables__numeros() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT409' using message = 'Des numéros d’intervention ont été donnés dans cet exercice comptable';
end;
$$;
comment on function app.tg_exercices_comptables__numeros() is
  'Refuses (PT409) to remove a year in which intervention numbers were given, because a year opened again would give them again.';
drop trigger if exists _200_numeros on app.exercices_comptables;
create trigger _200_numeros after delete on app.exercices_comptables
  for each row when (old.dernier_no_vacant > 0) execute function app.tg_exercices_comptables__numeros();
