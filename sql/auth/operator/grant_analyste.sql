create or replace function auth.require_analyste(login text, national_allowed boolean) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_national boolean;
begin
  select bool_or(m.roleid = 'caserne_national'::regrole)
    into v_national
    from pg_catalog.pg_roles r
    join pg_catalog.pg_auth_members m on m.member = r.oid
     and m.roleid in ('caserne_analyst'::regrole, 'caserne_national'::regrole)
   where r.rolname = login
     and r.rolcanlogin
     -- A login with more rights is no analyst, whatever roles it is a member of.
     and not (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication);
  if v_national is null then
    raise sqlstate 'PT404' using message = 'Analyste inconnu : ' || login;
  end if;
  if v_national and not national_allowed then
    raise sqlstate 'PT409' using message = format('%s voit tous les SIS, sans octroi', login);
  end if;
end;
$$;
comment on function auth.require_analyste(text, boolean) is
  'Refuses a name that is no analyst''s login (PT404), or a login that sees every SIS unless national_allowed is set (PT409), for the operator.';

create or replace function auth.grant_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  perform auth.require_sis(k.key) from unnest(sis_keys) as k (key);
  insert into auth.analystes (sis_key, login)
  select distinct k.key, grant_analyste.login from unnest(sis_keys) as k (key)
  on conflict do nothing;
end;
$$;
comment on function auth.grant_analyste(text, text[]) is
  'Grants SIS to a login, for the operator (PT404 for an unknown SIS).';

create or replace function auth.revoke_analyste(login text, sis_keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_other text;
begin
  select k.key into v_other
    from unnest(sis_keys) as k (key)
   where not exists (
     select from auth.analystes a where a.sis_key = k.key and a.login = revoke_analyste.login
   );
  if found then
    raise sqlstate 'PT404' using message = format('%s ne voit pas %s', login, v_other);
  end if;
  delete from auth.analystes a where a.login = revoke_analyste.login and a.sis_key = any (sis_keys);
end;
$$;
comment on function auth.revoke_analyste(text, text[]) is
  'Takes SIS from a login, for the operator (PT404 for a SIS that it does not see).';
