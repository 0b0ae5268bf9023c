create or replace function api.list_messageries(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(
           json_agg(api.messagerie_json(p.id) order by p.host, p.utilisateur, p.dossier, p.id),
           '[]'
         )
    from (
      select b.id, b.host, b.utilisateur, b.dossier
        from app.messageries b
       where b.sis_key = request.sis_key()
         and (apres is null
              or (b.host, b.utilisateur, b.dossier, b.id) > (apres ->> 0, apres ->> 1, apres ->> 2, (apres ->> 3)::bigint))
       order by b.host, b.utilisateur, b.dossier, b.id
       limit limite
    ) p
$$;
comment on function api.list_messageries(json, integer) is
  'Mailboxes of the caller''s SIS, by host; a page after [host, user, folder, id].';
grant execute on function api.list_messageries(json, integer) to caserne_api;
