-- A row for each device before anything is handed over. Mails are jobs of their own.
create or replace function jobs.begin_alarme_envois(sis_key text, alarme_id bigint, appareils json) returns json
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_lot text := 'alarme-' || alarme_id;
  v_time time;
  v_mail bigint;
begin
  perform request.open(null, sis_key, array['sis.config', 'intervention.lecture'], null);
  v_time := (now() at time zone app.fuseau())::time;
  for v_mail in
    with told as (
      insert into app.envois (lot, evenement, alarme_id, canal, appareil_id, sapeur_id, token_hash, etat)
      select v_lot, 'alarme', begin_alarme_envois.alarme_id, a.type, a.id, t.sapeur_id, decode(t.token_hash, 'hex'),
             case when app.in_silence(a.silence_debut, a.silence_fin, v_time) then 'silence' else 'attente' end
        from json_to_recordset(appareils) as t (appareil_id bigint, sapeur_id bigint, token_hash text)
        join app.appareils a on a.sis_key = begin_alarme_envois.sis_key and a.id = t.appareil_id
      on conflict on constraint envois_sis_key_lot_appareil_id_key do nothing
      returning envois.id, envois.canal, envois.etat
    )
    select t.id from told t where t.canal = 'email' and t.etat = 'attente'
  loop
    perform graphile_worker.add_job('mail_envoi', request.traced(json_build_object('sis_key', begin_alarme_envois.sis_key, 'envoi_id', v_mail)));
  end loop;
  return (
    select coalesce(json_agg(json_build_object(
             'id', e.id, 'appareil_id', e.appareil_id, 'tentatives', e.tentatives, 'abonnement', encode(a.abonnement, 'hex')) order by e.id), '[]')
      from json_to_recordset(appareils) as t (appareil_id bigint)
      join app.envois e on e.sis_key = begin_alarme_envois.sis_key and e.lot = v_lot and e.appareil_id = t.appareil_id
      join app.appareils a on a.sis_key = e.sis_key and a.id = e.appareil_id
     where e.canal = 'webpush'
       and e.etat = 'attente'
  );
end;
$$;
comment on function jobs.begin_alarme_envois(text, bigint, json) is
  'Writes the rows of devices [{appareil_id, sapeur_id, token_hash}] that are notified of an alarm, each once, and returns those to hand over now: [{id, appareil_id, tentatives, abonnement (sealed, hexadecimal)}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_alarme_envois(text, bigint, json) to caserne_worker;
