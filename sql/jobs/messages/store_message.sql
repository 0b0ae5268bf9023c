-- The row of the ledger, alarms, interventions, read position and note to mark the mail are written in one transaction,
-- so that a crash leaves all or nothing.
-- message: {sis_key, messagerie_id, uidvalidity, uid, message_id, sha256, corps, expediteur, sujet, date, taille, etat,
-- raison, marquer (whether to mark it in the mailbox)}; contenu: the raw text; report: by the parser, or null.
create or replace function jobs.store_message(message json, contenu bytea, report json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message app.messages := json_populate_record(null::app.messages, message);
  v_messagerie text := v_message.sis_key;
  v_nom text := coalesce(v_message.message_id, v_message.sha256);
  v_report json := report;
  v_result json;
begin
  perform request.open(null, v_messagerie, array['sis.config'], null);
  if length(v_message.message_id) > 500 then
    v_message.message_id := null;
  end if;
  -- Two messages with the same Message-ID are two messages: the hash identifies the later one.
  if jobs.is_reused(v_message) then
    v_report := jobs.add_avertissement(report, 'Son Message-ID est déjà celui d’un autre message.');
    v_message.raison := concat_ws(' ', 'Son Message-ID est déjà celui d’un autre message.', nullif(v_message.raison, ''));
    v_message.message_id := null;
  end if;

  -- Noted for known messages too: the mailbox still shows them as new.
  insert into jobs.marquages (sis_key, messagerie_id, uidvalidity, uid)
  select v_messagerie, v_message.messagerie_id, v_message.uidvalidity, v_message.uid
   where (message ->> 'marquer')::boolean
  on conflict do nothing;

  insert into app.messages as m (messagerie_id, uidvalidity, uid, message_id, sha256, corps, expediteur, sujet, date,
                                 taille, etat, raison, contenu)
  values (v_message.messagerie_id, v_message.uidvalidity, v_message.uid, v_message.message_id, v_message.sha256, v_message.corps,
          left(v_message.expediteur, 500), left(v_message.sujet, 1000), v_message.date, v_message.taille,
          v_message.etat, coalesce(v_message.raison, ''), store_message.contenu)
  -- A message that is no alarm must not block one: a Message-ID can be used again, and anybody can write one.
  on conflict (sis_key, messagerie_id, (coalesce(message_id, sha256))) do update
     set etat = excluded.etat, tentatives = m.tentatives + 1, raison = excluded.raison, expediteur = excluded.expediteur, sujet = excluded.sujet,
         sha256 = excluded.sha256, corps = excluded.corps, date = excluded.date, taille = excluded.taille, contenu = excluded.contenu,
         uidvalidity = excluded.uidvalidity, uid = excluded.uid
   where m.etat <> 'alarm' and excluded.etat = 'alarm'
      or m.etat = 'refused' and excluded.etat <> 'refused'
  returning m.* into v_message;

  if not found then
    perform jobs.advance_releve(v_messagerie, (message ->> 'messagerie_id')::bigint,
                                (message ->> 'uidvalidity')::bigint, (message ->> 'uid')::bigint);
    return json_build_object('nouveau', false);
  end if;

  v_result := jobs.settle_message(v_message, v_report, v_nom);
  perform jobs.advance_releve(v_messagerie, v_message.messagerie_id, v_message.uidvalidity, v_message.uid);
  return v_result;
end;
$$;
comment on function jobs.store_message(json, bytea, json) is
  'Stores a message in the ledger, once, with its alarms and interventions: {nouveau, id, etat, raison, sis: [key], refus: {key: why}}, as jobs.settle_message. Definer: the worker holds no right on any table; the policies of each SIS still apply.';
grant execute on function jobs.store_message(json, bytea, json) to caserne_worker;
