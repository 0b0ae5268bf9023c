-- The command itself creates the role in the same transaction. This function checks that it may.
create or replace function auth.add_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if not exists (
    select from pg_catalog.pg_roles r where r.rolname = session_user and (r.rolsuper or r.rolcreaterole)
  ) then
    raise sqlstate 'PT403' using message = format(
      'Le rôle %s ne peut pas créer de rôles (CREATEROLE) : indiquez dans DATABASE_URL un rôle qui le peut', session_user);
  end if;
  if exists (select from pg_catalog.pg_roles r where r.rolname = login) then
    raise sqlstate 'PT409' using message = format('Le rôle %s existe déjà', login);
  end if;
  -- Rows of a login that was dropped by other means.
  delete from auth.analystes a where a.login = add_analyste.login and request.keeps_users();
  perform auth.grant_analyste(login, sis_keys);
end;
$$;
comment on function auth.add_analyste(text, text[]) is
  'Grants SIS to a new analyst''s login before the login is created, for the operator. PT403 when they may not create roles, PT404 for an unknown SIS, PT409 for a taken name.';

create or replace function auth.remove_analyste(login text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform auth.require_analyste(login, true);
  delete from auth.analystes a where a.login = remove_analyste.login and request.keeps_users();
end;
$$;
comment on function auth.remove_analyste(text) is
  'Removes all grants of an analyst''s login before it is dropped, for the operator (PT404 when the login is no analyst''s). In a cell they stay: the database of the accounts has them.';

-- One name is one analyst, in every cell and in the reporting database.
create or replace function auth.share_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_seen text[] := (select pg_catalog.array_agg(a.sis_key order by a.sis_key) from auth.analystes a where a.login = share_analyste.login);
begin
  if not (v_seen @> sis_keys and v_seen <@ sis_keys) then
    raise sqlstate 'PT409' using message = format('%s voit déjà %s', login, array_to_string(v_seen, ', '));
  end if;
  perform auth.grant_analyste(login, sis_keys);
end;
$$;
comment on function auth.share_analyste(text, text[]) is
  'Grants SIS to an analyst whose login is made in another database than that of the accounts, for the operator. PT404 for an unknown SIS, PT409 when this name sees others already.';

create or replace function auth.unshare_analyste(login text) returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_roles r where r.rolname = login) then
    return false;
  end if;
  delete from auth.analystes a where a.login = unshare_analyste.login;
  return true;
end;
$$;
comment on function auth.unshare_analyste(text) is
  'Removes the grants of an analyst whose login in another database was dropped, unless there is one here. Returns whether they are gone.';

create or replace function auth.list_analystes() returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('login', l.rolname, 'national', l.national, 'sis', l.sis) order by l.rolname), '[]')
    from (
      select r.rolname, bool_or(m.roleid = 'caserne_national'::regrole) as national,
             coalesce((select jsonb_agg(a.sis_key order by a.sis_key) from auth.analystes a where a.login = r.rolname), '[]') as sis
        from pg_catalog.pg_roles r
        join pg_catalog.pg_auth_members m on m.member = r.oid
       where m.roleid in ('caserne_analyst'::regrole, 'caserne_national'::regrole)
         and r.rolcanlogin
       group by r.rolname
    ) l
$$;
comment on function auth.list_analystes() is 'Logins of analysts with the SIS that each sees, for the operator.';
