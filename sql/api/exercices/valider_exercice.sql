-- Definer: nobody is granted writing statut.
create or replace function api.valider_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  perform request.require('exercice.validation');
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut <> app.exercice_saisi() then
    raise sqlstate 'PT409' using message = 'Seul un exercice saisi peut être validé';
  elsif app.exercice_statut(id) <> app.exercice_saisi() then
    raise sqlstate 'PT409' using message = 'Il manque le résultat d’un sapeur convoqué';
  end if;
  update app.exercices e
     set statut = app.exercice_valide()
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
  returning * into v_exercice;
  return json_build_object('statut', v_exercice.statut);
end;
$$;
comment on function api.valider_exercice(bigint) is
  'Validates an exercice: from saisi (2) to validé (3). PT409 from any other statut or while a convoked sapeur has no result, PT403, PT404. Definer: nobody is granted writing statut.';
grant execute on function api.valider_exercice(bigint) to caserne_api;
