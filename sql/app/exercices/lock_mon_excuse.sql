-- Definer: a sapeur may not lock the exercices that they are convoked to.
create or replace function app.lock_mon_excuse(exercice_id bigint) returns app.exercice_sapeurs
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice app.exercices := app.lock_exercice_excuse(exercice_id);
  v_dernier_jour date := v_exercice.date + (select s.delai_excuse from app.sis s where s.sis_key = request.sis_key());
  v_ligne app.exercice_sapeurs;
begin
  select * into v_ligne
    from app.exercice_sapeurs s
   where s.sis_key = request.sis_key()
     and s.exercice_id = lock_mon_excuse.exercice_id
     and s.sapeur_id = request.sapeur_id();
  if v_ligne.convoque is not true then
    raise sqlstate 'PT409' using message = 'Vous n’êtes pas convoqué à cet exercice';
  elsif app.today() > v_dernier_jour then
    raise sqlstate 'PT409' using
      message = format('Le délai pour s’excuser a pris fin le %s', to_char(v_dernier_jour, 'DD.MM.YYYY'));
  elsif v_ligne.excuse_statut <> 0 then
    raise sqlstate 'PT409' using message = 'Une décision a déjà été prise sur votre absence';
  end if;
  return v_ligne;
end;
$$;
comment on function app.lock_mon_excuse(bigint) is
  'The row of the calling sapeur at an exercice, which is locked, while they may still write their excuse there. PT404 when there is no such exercice; PT409 when they are not convoked, the days for excuses are over, or somebody has decided. Definer: a sapeur may not lock exercices.';
