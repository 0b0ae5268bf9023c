-- Definer: nobody may read devices of others, and the queue belongs to the owner.
create or replace function app.tell_users(user_ids bigint[], lot text, evenement text, contenu jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_time time := (now() at time zone app.fuseau())::time;
  v_envoi record;
  v_told integer := 0;
begin
  perform request.open(request.user_id(), request.sis_key(), array['sis.config'], null);
  for v_envoi in
    insert into app.envois (lot, evenement, canal, appareil_id, sapeur_id, contenu, etat)
    select tell_users.lot, tell_users.evenement, a.type, a.id, m.sapeur_id, tell_users.contenu,
           case when app.in_silence(a.silence_debut, a.silence_fin, v_time) then 'silence' else 'attente' end
      from app.appareils a
      join auth.users u on u.id = a.user_id and u.disabled_at is null
      left join auth.memberships m on m.sis_key = a.sis_key and m.user_id = a.user_id
     where a.sis_key = request.sis_key()
       and a.user_id = any (user_ids)
       and a.actif
       and (a.type <> 'email' or u.email_verified_at is not null)
       and coalesce(m.parti_at > now(), true)
    on conflict on constraint envois_sis_key_lot_appareil_id_key do nothing
    returning envois.id, envois.canal, envois.etat
  loop
    continue when v_envoi.etat <> 'attente';
    v_told := v_told + 1;
    if v_envoi.canal = 'email' then
      perform graphile_worker.add_job(
        'mail_envoi', request.traced(json_build_object('sis_key', request.sis_key(), 'envoi_id', v_envoi.id)));
    end if;
  end loop;
  if v_told > 0 then
    perform graphile_worker.add_job(
      'tell_appareils', request.traced(json_build_object('sis_key', request.sis_key(), 'lot', tell_users.lot)),
      job_key => format('envois:%s:%s', request.sis_key(), tell_users.lot));
  end if;
  perform request.reopen(v_opened);
  return v_told;
end;
$$;
comment on function app.tell_users(bigint[], text, text, jsonb) is
  'Tells the devices of these accounts in the request''s SIS {titre, texte, lien}, each once for a lot such as effectif-3, and returns how many; lien is a path of the board. Definer: nobody may read devices of others, and the queue belongs to the owner.';
grant execute on function app.tell_users(bigint[], text, text, jsonb) to caserne_api;
