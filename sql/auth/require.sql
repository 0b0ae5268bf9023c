create or replace function auth.require(variadic permissions text[]) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if request.sis_with(variadic permissions) is null then
    raise sqlstate 'PT403' using message = 'Permission requise : ' || array_to_string(permissions, ' ou ');
  end if;
end;
$$;
comment on function auth.require(text[]) is
  'Refuses (PT403) callers who hold none of these permissions in the request''s SIS.';

create or replace function auth.require_admin() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from auth.users u where u.id = request.user_id() and u.is_admin and u.disabled_at is null) then
    raise sqlstate 'PT403' using message = 'Permission requise : admin';
  end if;
end;
$$;
comment on function auth.require_admin() is 'Refuses (PT403) callers who are no administrators.';

create or replace function auth.require_own(permissions text[]) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_missing text;
begin
  select string_agg(distinct p, ', ' order by p) into v_missing
    from unnest(permissions) as p
   where not request.can(p);
  if v_missing is not null then
    raise sqlstate 'PT403' using message = 'Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ' || v_missing;
  end if;
end;
$$;
comment on function auth.require_own(text[]) is
  'Refuses (PT403) callers who would give or take permissions that they do not hold themselves.';
