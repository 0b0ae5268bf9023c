-- Row of the ledger, alarms, interventions and read position in one transaction, so that a crash leaves all or nothing.
create or replace function jobs.store_message(message json, contenu bytea, report json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message app.messages := json_populate_record(null::app.messages, message);
  v_boite text := v_message.sis_key;
  v_sis text[];
  v_cle text;
  v_alarme_id bigint;
begin
  perform request.open(null, v_boite, array['sis.config'], null);

  insert into app.messages as m (messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, date, taille,
                                 etat, raison, contenu)
  values (v_message.messagerie_id, v_message.uidvalidity, v_message.uid, left(v_message.message_id, 500), v_message.sha256,
          left(v_message.expediteur, 500), left(v_message.sujet, 1000), v_message.date, v_message.taille,
          v_message.etat, coalesce(v_message.raison, ''), store_message.contenu)
  -- A refused mail must not shadow a real one: anybody can write a Message-ID.
  on conflict (sis_key, messagerie_id, (coalesce(message_id, sha256))) do update
     set etat = excluded.etat, raison = excluded.raison, expediteur = excluded.expediteur, sujet = excluded.sujet,
         sha256 = excluded.sha256, date = excluded.date, taille = excluded.taille, contenu = excluded.contenu,
         uidvalidity = excluded.uidvalidity, uid = excluded.uid
   where m.etat = 'refused' and excluded.etat <> 'refused'
  returning m.* into v_message;

  if not found then
    perform jobs.advance_releve((message ->> 'messagerie_id')::bigint, (message ->> 'uidvalidity')::bigint, (message ->> 'uid')::bigint);
    return json_build_object('nouveau', false);
  end if;

  if v_message.etat = 'alarm' then
    v_sis := jobs.report_sis(report, v_boite);
    foreach v_cle in array v_sis loop
      v_alarme_id := jobs.store_alarme(v_cle, v_sis, v_message.id, v_message.date, report);
      perform jobs.try_create_intervention(v_cle, v_alarme_id);
    end loop;
    perform request.open(null, v_boite, array['sis.config'], null);
    update app.messages m
       set etat = case when v_sis = '{}' then 'failed' else m.etat end,
           raison = jobs.report_remarques(report, v_sis)
     where m.sis_key = v_boite and m.id = v_message.id
    returning * into v_message;
  end if;

  perform jobs.advance_releve(v_message.messagerie_id, v_message.uidvalidity, v_message.uid);
  return json_build_object('nouveau', true, 'id', v_message.id, 'etat', v_message.etat, 'raison', v_message.raison,
                           'sis', coalesce(to_json(v_sis), '[]'));
end;
$$;
comment on function jobs.store_message(json, bytea, json) is
  'Enters a message into the ledger, once, with all that follows from it: {nouveau, id, etat, raison, sis: [key]}. message: {sis_key, messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, date, taille, etat, raison}; report: what the parser made of it, or null. Definer: the worker holds no right on any table; what this writes still passes the policies of each SIS in turn.';
grant execute on function jobs.store_message(json, bytea, json) to caserne_worker;
