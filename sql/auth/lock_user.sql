create or replace function auth.lock_user(id bigint) returns auth.users
  language plpgsql volatile set search_path = ''
as $$
declare
  v_user auth.users;
begin
  perform auth.require('utilisateur.tout');
  select * into v_user
    from auth.users u
   where u.id = lock_user.id
     and (u.id in (select auth.user_ids_of(request.sis_key()))
          or exists (select from auth.users me where me.id = request.user_id() and me.is_admin))
     for update;
  return v_user;
end;
$$;
comment on function auth.lock_user(bigint) is
  'An account, locked for a change of its rights in the request''s SIS, or null. The caller may change accounts of that SIS, administrators any.';
