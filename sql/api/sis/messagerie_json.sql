-- By id, because the whole row holds the password, which nobody may read.
create or replace function api.messagerie_json(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
    'id', b.id,
    'host', b.host,
    'port', b.port,
    'security', b.securite,
    'user', b.utilisateur,
    'folder', b.dossier,
    'senders', b.expediteurs,
    'active', b.active,
    'lire_depuis', request.local_instant(b.lire_depuis, app.fuseau()),
    'health', app.messagerie_sante(b.id),
    'created_at', request.utc_micros(b.created_at),
    'updated_at', request.utc_micros(b.updated_at)
  )
    from app.messageries b
   where b.sis_key = request.sis_key()
     and b.id = messagerie_json.id
$$;
comment on function api.messagerie_json(bigint) is
  'A mailbox of the caller''s SIS on the wire, without its password; null when none is visible.';
grant execute on function api.messagerie_json(bigint) to caserne_api;
