create or replace function auth.set_admin(email text, is_admin boolean) returns void
  language sql volatile set search_path = ''
as $$
  select auth.change_admin(auth.find_user(email), is_admin)
$$;
comment on function auth.set_admin(text, boolean) is
  'Makes an account administrator, or takes that away, for the operator. PT404 for an unknown account, PT409 when no administrator would be left.';

create or replace function auth.set_disabled(email text, disabled boolean) returns void
  language sql volatile set search_path = ''
as $$
  select auth.change_disabled(auth.find_user(email), disabled)
$$;
comment on function auth.set_disabled(text, boolean) is
  'Disables an account, or enables it again, for the operator. PT404 for an unknown account, PT409 when no administrator would be left.';
