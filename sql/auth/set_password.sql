create or replace function auth.set_password(u auth.users, password_hash text) returns void
  language sql volatile set search_path = ''
as $$
  update auth.users set password_hash = set_password.password_hash where id = u.id;
  select auth.end_sessions(u.id);
  select auth.ask_mail('mot_de_passe_change', u.email);
$$;
comment on function auth.set_password(auth.users, text) is
  'Stores the hash of a new password, ends all tokens of the account, and queues a mail to tell its owner.';
