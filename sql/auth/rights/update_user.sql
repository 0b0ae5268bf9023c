create or replace function auth.update_user(id bigint, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user auth.users;
begin
  perform auth.require_admin();
  select * into v_user from auth.users u where u.id = update_user.id for update;
  if not found then
    return null;
  end if;
  if body ->> 'name' <> v_user.name then
    update auth.users u set name = request.clean_name(body ->> 'name') where u.id = v_user.id;
  end if;
  if body ->> 'email' <> v_user.email then
    perform auth.change_email(v_user, body ->> 'email');
  end if;
  if (body ->> 'admin')::boolean <> v_user.is_admin then
    perform auth.change_admin(v_user, (body ->> 'admin')::boolean);
  end if;
  if (body ->> 'disabled')::boolean <> (v_user.disabled_at is not null) then
    perform auth.change_disabled(v_user, (body ->> 'disabled')::boolean);
  end if;
  select * into v_user from auth.users u where u.id = update_user.id;
  return request.add_avertissements(auth.user_json(v_user, null), body::jsonb, 'name');
end;
$$;
comment on function auth.update_user(bigint, json) is
  'Changes name, e-mail, admin or disabled of an account, for administrators; null when it does not exist. PT422 when the e-mail is taken, PT409 when no administrator would be left.';
grant execute on function auth.update_user(bigint, json) to caserne_auth;
