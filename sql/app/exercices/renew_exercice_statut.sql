-- What the trigger on the rows cannot know is that one batch changed several: a validated exercice falls back by its first row,
-- and must not be saisi again by its second. And presences that are sent once more, unchanged, confirm those of one that fell back.
create or replace function app.renew_exercice_statut(avant app.exercices) returns smallint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint := (
    select e.statut from app.exercices e where e.sis_key = request.sis_key() and e.id = avant.id
  );
  v_nouveau smallint := case avant.statut when 3 then 1 else app.exercice_statut(avant.id) end;
begin
  if v_statut not in (1, 2) then
    return v_statut;
  end if;
  update app.exercices e
     set statut = v_nouveau
   where e.sis_key = request.sis_key()
     and e.id = avant.id
     and e.statut <> v_nouveau;
  return v_nouveau;
end;
$$;
comment on function app.renew_exercice_statut(app.exercices) is
  'The statut of an exercice after a batch of presences, given what it was when it was locked: 1 à saisir while someone is incomplete, else 2 saisi. One that was validated falls back to 1 whatever changed, complete or not: its presences are to be gone over again; where nothing changed it stays validated. An annulé stays so. Definer: statut is nobody''s to write.';
grant execute on function app.renew_exercice_statut(app.exercices) to caserne_api;
