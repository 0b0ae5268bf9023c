-- Each request of the data API pays for this function, and for each expression that it evaluates. So one statement
-- looks up what usually decides, and auth.check_rights is asked only in all other cases. The settings are those of
-- request.open, written out once more. Indexes are forced for the reason given at request.is_home.
create or replace function auth.open_request(
  user_id bigint, issued_at timestamptz, sis_key text, permissions text[], sapeur_id bigint, needed text[], needs_sapeur boolean
) returns void
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_kept boolean;
  v_all boolean;
  v_linked bigint;
  v_settings text;
begin
  select permissions <> '{admin}' and h.sis_key is not null
         and (m.parti_at <= now()) is not true
         and (u.rights_lost_at + interval '5 minutes' > open_request.issued_at) is not true,
         permissions = '{admin}' and u.is_admin and h.sis_key is not null and not needs_sapeur,
         case when u.email_verified_at is not null and m.sapeur_id = open_request.sapeur_id then m.sapeur_id end
    into v_kept, v_all, v_linked
    from auth.users u
    left join auth.memberships m on m.sis_key = open_request.sis_key and m.user_id = u.id
    left join request.homes h on h.sis_key = open_request.sis_key
   where u.id = open_request.user_id
     and u.disabled_at is null
     and date_trunc('second', u.tokens_valid_from) <= open_request.issued_at;
  if v_kept and (v_linked is not null or permissions <> '{}' and not needs_sapeur) then
    v_settings := pg_catalog.set_config('request.user_id', open_request.user_id::text, true)
      || pg_catalog.set_config('request.sis_key', open_request.sis_key, true)
      || pg_catalog.set_config('request.permissions', pg_catalog.array_to_string(permissions, ','), true)
      || pg_catalog.set_config('request.sapeur_id', coalesce(v_linked::text, ''), true);
    return;
  end if;
  if v_all then
    perform request.enter(user_id, sis_key, array(select p.identifiant from auth.permissions p), v_linked);
  else
    perform request.open(user_id, sis_key, h.held, h.linked)
       from auth.check_rights(user_id, issued_at, sis_key, permissions, sapeur_id, needed, needs_sapeur) h;
  end if;
end;
$$;
comment on function auth.open_request(bigint, timestamptz, text, text[], bigint, text[], boolean) is
  'Opens a request of the data API (request.open) with those rights of its token that the account still holds (auth.check_rights). Definer: nobody has a right on accounts and homes.';
grant execute on function auth.open_request(bigint, timestamptz, text, text[], bigint, text[], boolean) to caserne_api;
