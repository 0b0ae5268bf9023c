create or replace function app.tg_reponses_alarmes__evenement() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.tell_webhooks(
    'reponse',
    jsonb_build_object('alarme_id', new.alarme_id::text, 'reponse', new.reponse, 'delai', new.delai, 'at', request.utc(new.at)),
    jsonb_build_object('sapeur_id', new.sapeur_id, 'nom_prenom', new.nom_complet, 'remarque', new.remarque),
    new.alarme_id);
  return null;
end;
$$;
comment on function app.tg_reponses_alarmes__evenement() is 'Tells webhooks of an answer to an alarm.';
-- Reports of the alarm centre come with the alarm.
drop trigger if exists _810_evenement on app.reponses_alarmes;
create trigger _810_evenement after insert on app.reponses_alarmes
  for each row when (new.source <> 'centrale') execute function app.tg_reponses_alarmes__evenement();

create or replace function app.tg_interventions__evenement() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.tell_webhooks(
    'intervention',
    jsonb_build_object('intervention_id', new.id, 'statut', new.statut, 'alarme_id', new.alarme_id::text),
    jsonb_build_object(
      'numero', new.numero, 'objet', new.objet, 'lieu', new.lieu, 'date_debut', new.date_debut, 'heure_debut', new.heure_debut));
  return null;
end;
$$;
comment on function app.tg_interventions__evenement() is 'Tells webhooks that an intervention was opened or has another statut.';
drop trigger if exists _810_evenement on app.interventions;
create trigger _810_evenement after insert on app.interventions
  for each row execute function app.tg_interventions__evenement();
drop trigger if exists _820_evenement on app.interventions;
create trigger _820_evenement after update on app.interventions
  for each row when (old.statut <> new.statut) execute function app.tg_interventions__evenement();

create or replace function app.tg_alarmes__evenement() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.tell_webhooks(
    'message_incomplet',
    jsonb_build_object('alarme_id', new.id::text, 'date', request.utc(new.date)),
    jsonb_build_object('avertissements', to_jsonb(new.avertissements)),
    new.id);
  return null;
end;
$$;
comment on function app.tg_alarmes__evenement() is 'Tells webhooks of an alarm whose report is incomplete.';
drop trigger if exists _810_evenement on app.alarmes;
create trigger _810_evenement after insert on app.alarmes
  for each row when (new.incomplet) execute function app.tg_alarmes__evenement();

create or replace function app.tg_messages__evenement() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.tell_webhooks(
    'message_echoue',
    jsonb_build_object('messagerie_id', new.messagerie_id, 'message_id', new.id),
    jsonb_build_object('sujet', new.sujet, 'raison', new.raison));
  return null;
end;
$$;
comment on function app.tg_messages__evenement() is 'Tells webhooks of a message that could not be read.';
-- Messages of the instance's mailbox belong to no SIS.
drop trigger if exists _810_evenement on app.messages;
create trigger _810_evenement after insert on app.messages
  for each row when (new.etat = 'failed' and new.sis_key <> '*') execute function app.tg_messages__evenement();
drop trigger if exists _820_evenement on app.messages;
create trigger _820_evenement after update on app.messages
  for each row when (new.etat = 'failed' and old.etat <> 'failed' and new.sis_key <> '*')
  execute function app.tg_messages__evenement();
