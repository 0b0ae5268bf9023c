-- Without a SIS: every account with its rights in each SIS, for administrators.
create or replace function auth.list_users(
  tous boolean default false, a_lier boolean default false, apres json default null, limite integer default null) returns json
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sis_key text := request.sis_key();
begin
  if a_lier then
    return auth.list_users_to_link(apres, limite);
  end if;
  if v_sis_key is not null then
    perform auth.require('utilisateur.tout');
  end if;
  if tous or v_sis_key is null then
    perform auth.require_admin();
  end if;
  return (
    select coalesce(json_agg(
             case when v_sis_key is null then auth.user_json(p.u) else auth.user_json(p.u, v_sis_key) end
             order by request.plain((p.u).name), (p.u).id), '[]')
      from (
        select u
          from auth.users u
         where (tous or v_sis_key is null or u.id in (select auth.user_ids_of(v_sis_key)))
           and (apres is null or (request.plain(u.name), u.id) > (request.plain(apres ->> 0), (apres ->> 1)::bigint))
         order by request.plain(u.name), u.id
         limit limite
      ) p
  );
end;
$$;
comment on function auth.list_users(boolean, boolean, json, integer) is
  'Accounts with a role or membership in the request''s SIS, by name; all accounts for administrators who ask for them or name no SIS; a_lier: auth.list_users_to_link. A page after [name, id].';
grant execute on function auth.list_users(boolean, boolean, json, integer) to caserne_auth;
