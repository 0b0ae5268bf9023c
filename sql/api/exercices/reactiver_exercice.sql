-- Definer: nobody is granted writing statut.
create or replace function api.reactiver_exercice(id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices;
begin
  perform request.require('exercice.validation');
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut <> app.exercice_annule() then
    raise sqlstate 'PT409' using message = 'Seul un exercice annulé peut être réactivé';
  end if;
  update app.exercices e
     set statut = app.exercice_statut(e.id)
   where e.sis_key = request.sis_key()
     and e.id = v_exercice.id
  returning * into v_exercice;
  return json_build_object('statut', v_exercice.statut);
end;
$$;
comment on function api.reactiver_exercice(bigint) is
  'Takes back the calling-off of an exercice: from annulé (0) to à saisir (1) or saisi (2) by its presences, even if it had been validé. PT409 from any other statut, PT403, PT404. Definer: nobody is granted writing statut.';
grant execute on function api.reactiver_exercice(bigint) to caserne_api;
