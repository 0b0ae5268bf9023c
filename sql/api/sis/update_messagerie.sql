-- A password that was given for one server is never shown to another: who moves a mailbox gives it anew.
create or replace function api.update_messagerie(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  if not body ? 'password' and exists (
    select
      from app.messageries b
     where b.sis_key = request.sis_key()
       and b.id = update_messagerie.id
       and (b.host, b.port, b.securite) <> (
         coalesce(body ->> 'host', b.host), coalesce((body ->> 'port')::integer, b.port),
         coalesce(body ->> 'security', b.securite)
       )
  ) then
    raise sqlstate 'PT422' using message = 'Le mot de passe est à donner à nouveau quand le serveur change.', detail = 'password';
  end if;
  update app.messageries b
     set host = coalesce(body ->> 'host', b.host),
         port = coalesce((body ->> 'port')::integer, b.port),
         securite = coalesce(body ->> 'security', b.securite),
         utilisateur = coalesce(body ->> 'user', b.utilisateur),
         dossier = case when body ? 'folder' then coalesce(body ->> 'folder', 'INBOX') else b.dossier end,
         expediteurs = case when body ? 'senders' then app.expediteurs(body -> 'senders') else b.expediteurs end,
         active = coalesce((body ->> 'active')::boolean, b.active)
   where b.sis_key = request.sis_key()
     and b.id = update_messagerie.id;
  -- By itself: who may not read a column may not leave it as it is either.
  update app.messageries b
     set mot_de_passe = decode(body ->> 'password', 'base64')
   where b.sis_key = request.sis_key()
     and b.id = update_messagerie.id
     and body ? 'password';
  return api.messagerie_json(id);
end;
$$;
comment on function api.update_messagerie(bigint, jsonb) is
  'Changes a mailbox: absent keys stay as they are; the password comes sealed, in base64. Null when there is no such. PT422.';
grant execute on function api.update_messagerie(bigint, jsonb) to caserne_api;
