-- _100_ouvert has locked the exercice. When the exercice itself is removed, there is none to set back.
create or replace function app.tg_exercice_heures__statut() returns trigger
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  update app.exercices e
     set statut = app.exercice_saisi()
   where e.sis_key = request.sis_key()
     -- An added row has no old, a removed row no new: their ids are null.
     and e.id in (old.exercice_id, new.exercice_id)
     and e.statut = app.exercice_valide();
  return null;
end;
$$;
comment on function app.tg_exercice_heures__statut() is
  'Sets a validé exercice back to saisi (2) when additional hours are added, changed or removed. Definer: nobody is granted writing statut.';
drop trigger if exists _200_statut on app.exercice_heures;
create trigger _200_statut after insert or delete on app.exercice_heures
  for each row execute function app.tg_exercice_heures__statut();
drop trigger if exists _210_statut on app.exercice_heures;
create trigger _210_statut after update on app.exercice_heures
  for each row
  when ((old.exercice_id, old.sapeur_id, old.heure_exercice_type_id, old.quantite)
        is distinct from (new.exercice_id, new.sapeur_id, new.heure_exercice_type_id, new.quantite))
  execute function app.tg_exercice_heures__statut();
