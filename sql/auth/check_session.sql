-- Definer: the data server may ask this one question about an account, and sees nothing else of auth.
create or replace function auth.check_session(user_id bigint, issued_at timestamptz, sis_key text, permissions text[])
  returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_left boolean;
begin
  select m.parti_at <= now() into v_left
    from auth.users u
    left join auth.memberships m on m.sis_key = check_session.sis_key and m.user_id = u.id
   where u.id = check_session.user_id
     and u.disabled_at is null
     -- A token carries the second of its issue only.
     and date_trunc('second', u.tokens_valid_from) <= check_session.issued_at;
  if not found then
    raise sqlstate 'PT401' using message = 'Accès refusé';
  end if;
  if permissions is distinct from array['admin'] then
    if v_left then
      raise sqlstate 'PT403' using message = 'Aucun droit pour ce SIS';
    end if;
    return permissions;
  end if;
  if not exists (select from auth.sis s where s.api_key = check_session.sis_key) then
    raise sqlstate 'PT404' using message = 'SIS inconnu';
  end if;
  return (select array_agg(p.identifiant) from auth.permissions p);
end;
$$;
comment on function auth.check_session(bigint, timestamptz, text, text[]) is
  'The permissions with which a token enters a SIS: those it carries, and for {admin} the whole catalogue. PT401 when the account is disabled or its tokens revoked since, PT403 when its sapeur has left the SIS, PT404 when an administrator names no SIS.';
grant execute on function auth.check_session(bigint, timestamptz, text, text[]) to caserne_api;
