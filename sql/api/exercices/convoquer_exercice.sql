-- Definer: callers who convoke may read no e-mail of a sapeur.
create or replace function api.convoquer_exercice(id bigint, body jsonb) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_groupe_id bigint := (body ->> 'groupe_id')::bigint;
  v_exercice app.exercices;
  v_groupe record;
  v_avertis bigint[];
begin
  perform request.require('exercice.modification');
  v_exercice := app.lock_exercice(id);
  if v_exercice.statut = app.exercice_annule() then
    raise sqlstate 'PT409' using message = 'L’exercice est annulé : personne ne peut y être convoqué';
  elsif v_groupe_id is null then
    select array_agg(s.sapeur_id) as membres, '{}'::bigint[] as ajoutes, '{}'::bigint[] as hors_service
      into v_groupe
      from app.exercice_sapeurs s
     where s.sis_key = request.sis_key()
       and s.exercice_id = v_exercice.id
       and s.convoque;
  else
    select g.membres, g.ajoutes, g.hors_service into v_groupe from app.convoke_groupe(v_exercice, v_groupe_id) g;
  end if;
  v_avertis := app.mail_convocations(v_exercice.id, v_groupe.membres);
  return (
    select json_build_object(
             'ajoutes', v_groupe.ajoutes,
             'avertis', v_avertis,
             'deja_avertis', coalesce(
               json_agg(s.sapeur_id order by s.sapeur_id)
                 filter (where s.convoque_at is not null and s.sapeur_id <> all (v_avertis)),
               '[]'),
             'sans_email', coalesce(json_agg(s.sapeur_id order by s.sapeur_id) filter (where s.convoque_at is null), '[]'),
             'hors_service', v_groupe.hors_service
           )
      from app.exercice_sapeurs s
     where s.sis_key = request.sis_key()
       and s.exercice_id = v_exercice.id
       and s.sapeur_id = any (v_groupe.membres)
  );
end;
$$;
comment on function api.convoquer_exercice(bigint, jsonb) is
  'Mails the call to everyone convoked to an exercice, or, with {groupe_id}, convokes and calls the sapeurs of that group: once each, however often it is asked. Returns who was added, called now or before, has no e-mail, or is not in service. PT403, PT404, PT409 when it is annulé or imputé, PT422. Definer: callers who convoke may read no e-mail of a sapeur.';
grant execute on function api.convoquer_exercice(bigint, jsonb) to caserne_api;
