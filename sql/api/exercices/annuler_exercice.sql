-- Definer: nobody is granted writing statut.
create or replace function api.annuler_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  perform request.require('exercice.validation');
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut = app.exercice_annule() then
    raise sqlstate 'PT409' using message = 'L’exercice est déjà annulé';
  end if;
  update app.exercices e
     set statut = app.exercice_annule()
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
  returning * into v_exercice;
  return json_build_object('statut', v_exercice.statut);
end;
$$;
comment on function api.annuler_exercice(bigint) is
  'Calls off an exercice that is à saisir, saisi or validé: annulé (0). Its presences stay. PT409 when it is annulé or imputé, PT403, PT404. Definer: nobody is granted writing statut.';
grant execute on function api.annuler_exercice(bigint) to caserne_api;
