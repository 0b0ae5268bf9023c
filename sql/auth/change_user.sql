-- Changes of an account that both an administrator over HTTP and the operator on the command line make.

create or replace function auth.change_email(u auth.users, email text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if (auth.user_by_email(change_email.email)).id <> u.id then
    raise sqlstate 'PT422' using message = 'Cette adresse e-mail est déjà utilisée.', detail = 'email';
  end if;
  update auth.users set email = btrim(change_email.email), email_verified_at = null where id = u.id;
  -- Tokens that were mailed to the former address.
  delete from auth.tokens t where t.user_id = u.id;
  perform auth.ask_mail('confirmation', change_email.email);
end;
$$;
comment on function auth.change_email(auth.users, text) is
  'Changes the e-mail of an account, to be confirmed again. PT422 on email when it is taken.';

create or replace function auth.change_admin(u auth.users, is_admin boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update auth.users set is_admin = change_admin.is_admin where id = u.id;
  -- The account's tokens would still carry the admin flag.
  if not is_admin then
    perform auth.end_sessions(u.id);
  end if;
end;
$$;
comment on function auth.change_admin(auth.users, boolean) is
  'Makes an account administrator, or takes that away. PT409 when no administrator would be left.';

create or replace function auth.change_disabled(u auth.users, disabled boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  update auth.users set disabled_at = case when disabled then clock_timestamp() end where id = u.id;
  if disabled then
    perform auth.end_sessions(u.id);
  end if;
end;
$$;
comment on function auth.change_disabled(auth.users, boolean) is
  'Disables an account and ends its sessions, or enables it again. PT409 when no administrator would be left.';
