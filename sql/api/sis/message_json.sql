create or replace function api.as_json(message app.messages) returns json
  language sql stable
as $$
  select json_build_object(
    'id', message.id,
    'messagerie_id', message.messagerie_id,
    'etat', message.etat,
    'raison', message.raison,
    'incomplet', message.incomplet,
    'expediteur', message.expediteur,
    'sujet', message.sujet,
    'date', request.utc(message.date),
    'taille', message.taille,
    'tentatives', message.tentatives,
    'message_id', message.message_id,
    'uid', message.uid,
    'raw', message.contenu is not null,
    'alarmes', app.message_alarmes(message.id),
    'created_at', request.utc_micros(message.created_at)
  )
$$;
comment on function api.as_json(app.messages) is
  'A message of the ledger on the wire, without its raw text.';
grant execute on function api.as_json(app.messages) to caserne_api;
