-- A signature is for hours that someone has seen: the date and the duration decide what a presence pays.
create or replace function app.tg_exercices__signature() returns trigger
  language plpgsql volatile
as $$
begin
  if old.statut = app.exercice_valide() and new.statut = old.statut then
    new.statut := app.exercice_saisi();
  end if;
  return new;
end;
$$;
comment on function app.tg_exercices__signature() is 'Sets a validé exercice back to saisi (2) when its time changes.';
drop trigger if exists _060_signature on app.exercices;
create trigger _060_signature before update on app.exercices
  for each row
  when ((old.date, old.heure, old.duree) is distinct from (new.date, new.heure, new.duree))
  execute function app.tg_exercices__signature();
