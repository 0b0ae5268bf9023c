-- The row trigger does not know that one batch changes several rows: the first row sets a validated exercice back, and
-- the second must not make it saisi again. Presences sent once more without changes confirm an exercice that was set
-- back.
create or replace function app.renew_exercice_statut(before app.exercices) returns smallint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint := (
    select e.statut from app.exercices e where e.sis_key = request.sis_key() and e.id = before.id
  );
  v_new smallint := case
                       when before.statut = app.exercice_valide() then app.exercice_a_saisir()
                       else app.exercice_statut(before.id)
                     end;
begin
  if v_statut not in (app.exercice_a_saisir(), app.exercice_saisi()) then
    return v_statut;
  end if;
  update app.exercices e
     set statut = v_new
   where e.sis_key = request.sis_key()
     and e.id = before.id
     and e.statut <> v_new;
  return v_new;
end;
$$;
comment on function app.renew_exercice_statut(app.exercices) is
  'Sets and returns the statut of an exercice after a batch of presences, given the row before: 1 à saisir while someone is incomplete, else 2 saisi. A validated exercice falls back to 1 if anything changed, an annulé one stays annulé. Definer: nobody is granted writing statut.';
grant execute on function app.renew_exercice_statut(app.exercices) to caserne_api;
