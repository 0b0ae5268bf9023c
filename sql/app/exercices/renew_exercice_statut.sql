-- Presences that changed after the validation need a new one.
create or replace function app.renew_exercice_statut(exercice_id bigint) returns void
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_statut constant smallint := app.exercice_statut(exercice_id);
begin
  update app.exercices e
     set statut = v_statut
   where e.sis_key = request.sis_key()
     and e.id = renew_exercice_statut.exercice_id
     and e.statut in (app.exercice_a_saisir(), app.exercice_saisi(), app.exercice_valide())
     and e.statut <> v_statut;
end;
$$;
comment on function app.renew_exercice_statut(bigint) is
  'Sets the statut of an exercice after a change of its presences: 1 à saisir while someone is incomplete, else 2 saisi, also when it was validé; an annulé or imputé one stays as it is. Definer: nobody is granted writing statut.';
grant execute on function app.renew_exercice_statut(bigint) to caserne_api;
