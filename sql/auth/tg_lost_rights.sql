-- A trigger, because the rule holds for every writer, an operator at psql included. The account's row tells each request
-- whether its token may say more than the account holds: auth.check_rights reads it anyway, and the roles only then.
create or replace function auth.tg_lost_rights() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  with losers as (
    select u.id
      from auth.users u
     where u.rights_lost_at < now()
       and u.id in (
         select ur.user_id
           from auth.user_roles ur
          where tg_table_name = 'role_permissions' and ur.sis_key = old.sis_key and ur.role_id = old.role_id
         union all
         select (to_jsonb(old) ->> 'user_id')::bigint
       )
     order by u.id
       for no key update
  )
  update auth.users u set rights_lost_at = now() from losers l where u.id = l.id;
  return null;
end;
$$;
comment on function auth.tg_lost_rights() is
  'Notes on the accounts concerned that a role, or a permission of a role, was taken away from them.';

create or replace trigger _300_lost_rights after update or delete on auth.role_permissions
  for each row execute function auth.tg_lost_rights();
create or replace trigger _300_lost_rights after update or delete on auth.user_roles
  for each row execute function auth.tg_lost_rights();
