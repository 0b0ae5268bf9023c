-- Definer: callers who decide on excuses may not write presences.
create or replace function app.lock_excuse(exercice_id bigint, sapeur_id bigint) returns app.exercice_sapeurs
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_exercice_id bigint;
  v_ligne app.exercice_sapeurs;
begin
  perform request.require('exercice.validation');
  v_exercice_id := (app.lock_exercice_excuse(exercice_id)).id;
  select * into v_ligne
    from app.exercice_sapeurs s
   where s.sis_key = request.sis_key()
     and s.exercice_id = v_exercice_id
     and s.sapeur_id = lock_excuse.sapeur_id;
  if v_ligne.excuse_statut = -2 then
    raise sqlstate 'PT409' using message = 'Les amendes se calculent à part';
  -- Someone convoked may have told the reason by telephone.
  elsif (v_ligne.excuse or v_ligne.convoque) is not true then
    raise sqlstate 'PT404' using message = 'Excuse inconnue';
  end if;
  return v_ligne;
end;
$$;
comment on function app.lock_excuse(bigint, bigint) is
  'The row of a sapeur who has an excuse at an exercice, or is convoked and may have one, which is locked. PT403, PT404 when there is no such exercice or sapeur, PT409 when the sapeur is fined, or the accounting year closed. Definer: callers who decide on excuses may not write presences.';
