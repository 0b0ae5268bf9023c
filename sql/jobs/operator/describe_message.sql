create or replace function jobs.describe_message(message app.messages) returns json
  language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', message.id,
    'sis_key', message.sis_key,
    'messagerie', b.utilisateur || ' @ ' || b.host || ', ' || b.dossier,
    'etat', message.etat,
    'raison', message.raison,
    'expediteur', message.expediteur,
    'sujet', message.sujet,
    'date', request.utc(message.date),
    'created_at', request.utc(message.created_at),
    'taille', message.taille,
    'tentatives', message.tentatives,
    'message_id', message.message_id,
    'uid', message.uid,
    'raw', message.contenu is not null
  )
    from app.messageries b
   where b.sis_key = message.sis_key
     and b.id = message.messagerie_id
$$;
comment on function jobs.describe_message(app.messages) is 'A message with its mailbox, as shown to the operator.';
