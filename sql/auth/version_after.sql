create or replace function auth.version_of(ressource text, id text) returns bigint
  language plpgsql stable set search_path = ''
as $$
begin
  case ressource
    when 'auth.invitations' then return (select r.version from auth.invitations r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'auth.roles' then return (select r.version from auth.roles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'auth.sessions' then return (select r.version from auth.sessions r where r.user_id = request.user_id() and r.id = version_of.id::bigint);
    when 'auth.sis' then return (select r.version from auth.sis r where r.api_key = version_of.id);
    when 'auth.users' then return (select r.version from auth.users r where r.id = version_of.id::bigint);
  end case;
end;
$$;
comment on function auth.version_of(text, text) is
  'Version of a record of accounts and rights, by table and id; null when the request''s SIS has no such record.';

create or replace function auth.version_after(ressource text, id text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_expected jsonb := nullif(current_setting('request.if_match', true), '')::jsonb;
begin
  if v_expected is not null then
    perform request.check_if_match(v.version)
       from auth.version_of(v_expected ->> 'ressource', v_expected ->> 'id') as v (version)
      where v.version is not null;
  end if;
  return auth.version_of(ressource, id);
end;
$$;
comment on function auth.version_after(text, text) is
  'Version of a record after the request, as app.version_after. PT412. Definer: nobody holds a right on these tables.';
grant execute on function auth.version_after(text, text) to caserne_auth;
