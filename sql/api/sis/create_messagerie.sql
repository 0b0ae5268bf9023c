create or replace function api.create_messagerie(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  -- One at a time, because they are counted. The worker holds a connection for each mailbox, and reads those of other
  -- SIS too.
  perform request.lock('api.create_messagerie ' || request.sis_key());
  if (select count(*) >= 100 from app.messageries b where b.sis_key = request.sis_key()) then
    raise sqlstate 'PT409' using message = 'Un SIS a 100 messageries au plus';
  end if;
  insert into app.messageries (host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs, active, lire_depuis)
  select body ->> 'host',
         coalesce((body ->> 'port')::integer, case s.securite when 'tls' then 993 else 143 end),
         s.securite,
         body ->> 'user',
         decode(body ->> 'password', 'base64'),
         coalesce(body ->> 'folder', 'INBOX'),
         app.expediteurs(body -> 'senders'),
         coalesce((body ->> 'active')::boolean, true),
         coalesce(request.read_instant(body ->> 'lire_depuis', app.fuseau()), now() - interval '1 day')
    from (select coalesce(body ->> 'security', 'tls')) as s (securite)
  returning messageries.id into v_id;
  return api.messagerie_json(v_id);
end;
$$;
comment on function api.create_messagerie(jsonb) is
  'Adds a mailbox to the caller''s SIS {host, port, security, user, password, folder, senders, active, lire_depuis}; the password is sealed, in base64. PT409.';
grant execute on function api.create_messagerie(jsonb) to caserne_api;
