create or replace function api.update_messagerie(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  -- An update of its own, because a caller who may not read the password cannot keep it in an expression. It comes
  -- first and also sets server and user, because the table refuses another server or user with the old password.
  update app.messageries b
     set mot_de_passe = decode(body ->> 'password', 'base64'),
         host = coalesce(body ->> 'host', b.host),
         port = coalesce((body ->> 'port')::integer, b.port),
         securite = coalesce(body ->> 'security', b.securite),
         utilisateur = coalesce(body ->> 'user', b.utilisateur)
   where b.sis_key = request.sis_key()
     and b.id = update_messagerie.id
     and body ? 'password';
  update app.messageries b
     set host = coalesce(body ->> 'host', b.host),
         port = coalesce((body ->> 'port')::integer, b.port),
         securite = coalesce(body ->> 'security', b.securite),
         utilisateur = coalesce(body ->> 'user', b.utilisateur),
         dossier = case when body ? 'folder' then coalesce(body ->> 'folder', 'INBOX') else b.dossier end,
         expediteurs = case when body ? 'senders' then app.expediteurs(body -> 'senders') else b.expediteurs end,
         active = coalesce((body ->> 'active')::boolean, b.active),
         lire_depuis = case
                         when body ? 'lire_depuis'
                         then coalesce(request.read_instant(body ->> 'lire_depuis', app.fuseau()), b.created_at - interval '1 day')
                         else b.lire_depuis
                       end
   where b.sis_key = request.sis_key()
     and b.id = update_messagerie.id;
  return api.messagerie_json(id);
end;
$$;
comment on function api.update_messagerie(bigint, jsonb) is
  'Changes a mailbox; absent keys leave values as they are. The password is sealed for the given host, port, security and user, in base64. Null when the mailbox does not exist, PT422.';
grant execute on function api.update_messagerie(bigint, jsonb) to caserne_api;
