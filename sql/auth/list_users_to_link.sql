create or replace function auth.list_users_to_link(apres json, limite integer) returns json
  language plpgsql stable set search_path = ''
as $$
begin
  if request.sis_key() is null then
    raise sqlstate 'PT422' using message = 'Choisissez un SIS (Sis-Key).', detail = 'a_lier';
  end if;
  perform auth.require('utilisateur.tout');
  perform auth.require('sapeur.lecture');
  return (
    select coalesce(json_agg(
             (auth.user_json(p.u, request.sis_key())::jsonb || jsonb_build_object('a_lier', p.sapeurs))::json
             order by request.plain((p.u).name), (p.u).id), '[]')
      from (
        select u, l.sapeurs
          from (
            select l.user_id, jsonb_agg(jsonb_build_object('id', l.sapeur_id, 'nom_prenom', l.nom_prenom)
                                        order by request.plain(l.nom_prenom), l.sapeur_id) as sapeurs
              from auth.possible_links() l
             group by l.user_id
          ) l
          join auth.users u on u.id = l.user_id
         where apres is null or (request.plain(u.name), u.id) > (request.plain(apres ->> 0), (apres ->> 1)::bigint)
         order by request.plain(u.name), u.id
         limit limite
      ) p
  );
end;
$$;
comment on function auth.list_users_to_link(json, integer) is
  'Accounts that might be linked to sapeurs of the request''s SIS (auth.possible_links), each with these sapeurs, by name; a page after [name, id]. PT403 without sapeur.lecture, because e-mails are private.';
