create or replace function auth.check_rights(
  user_id bigint, issued_at timestamptz, sis_key text, permissions text[], sapeur_id bigint,
  needed text[], needs_sapeur boolean, out held text[], out linked bigint
)
  language plpgsql stable
as $$
declare
  v_all boolean := permissions is not distinct from array['admin'];
  v_admin boolean;
  v_stale boolean;
  v_left boolean;
begin
  select u.is_admin, m.parti_at <= now(),
         case when u.email_verified_at is not null and m.sapeur_id = check_rights.sapeur_id then m.sapeur_id end,
         -- Some minutes, for tokens that were issued while the loss was not committed yet.
         u.rights_lost_at + interval '5 minutes' > check_rights.issued_at
    into v_admin, v_left, linked, v_stale
    from auth.users u
    left join auth.memberships m on m.sis_key = check_rights.sis_key and m.user_id = u.id
   where u.id = check_rights.user_id
     and u.disabled_at is null
     -- A token carries the second of its issue only.
     and date_trunc('second', u.tokens_valid_from) <= check_rights.issued_at;
  if not found then
    raise sqlstate 'PT401' using message = 'Accès refusé';
  end if;
  if v_all and v_admin then
    if not exists (select from auth.sis s where s.api_key = check_rights.sis_key) then
      raise sqlstate 'PT404' using message = 'SIS inconnu';
    end if;
    held := array(select p.identifiant from auth.permissions p);
  else
    held := permissions;
  end if;
  if not v_admin and (v_all or v_stale and permissions <> '{}') then
    held := array(
      select distinct rp.permission
        from auth.user_roles ur
       -- offset 0: from the roles of the account to their permissions, also where a plan is older than the rows.
       cross join lateral (
         select p.permission
           from auth.role_permissions p
          where p.sis_key = ur.sis_key and p.role_id = ur.role_id
         offset 0
       ) rp
       where ur.sis_key = check_rights.sis_key
         and ur.user_id = check_rights.user_id
         and (v_all or rp.permission = any (check_rights.permissions))
       order by rp.permission
    );
  end if;
  if v_left and not (v_all and v_admin) or held = '{}' and linked is null and needed is not null then
    raise sqlstate 'PT403' using message = 'Aucun droit pour ce SIS';
  end if;
  if (v_all or v_stale) and needed <> '{}' and not held && needed then
    raise sqlstate 'PT403' using message = 'Permission requise : ' || array_to_string(needed, ' ou ');
  end if;
  if needs_sapeur and linked is null then
    raise sqlstate 'PT403' using message = 'Votre compte n''est pas lié à un sapeur de ce SIS';
  end if;
end;
$$;
comment on function auth.check_rights(bigint, timestamptz, text, text[], bigint, text[], boolean) is
  'The rights with which a token enters a SIS: the permissions and the sapeur that it carries and its account still holds. {admin} stands for the whole catalogue. PT401 when the account is disabled or its tokens revoked since; PT403 when its sapeur has left the SIS, when none of the needed permissions is left, or no sapeur where one is needed; PT404 when an administrator names no SIS.';

-- Definer: the data server may ask this one question about an account, and sees nothing else of auth.
create or replace function auth.check_session(user_id bigint, issued_at timestamptz, sis_key text, permissions text[])
  returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (auth.check_rights(user_id, issued_at, sis_key, permissions, null, null, false)).held;
end;
$$;
comment on function auth.check_session(bigint, timestamptz, text, text[]) is
  'The permissions of auth.check_rights, for auth.open and data servers of release 0.1.0.';
grant execute on function auth.check_session(bigint, timestamptz, text, text[]) to caserne_api;
