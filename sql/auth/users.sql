-- No grants: the functions of this schema are the only way in.
create table if not exists auth.users (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  password_hash text not null default '!',
  email_verified_at timestamptz,
  is_admin boolean not null default false,
  disabled_at timestamptz,
  tokens_valid_from timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  rights_lost_at timestamptz not null default '-infinity'
);
create unique index if not exists users_email_key on auth.users (lower(email));
-- In the order of lists of accounts.
create index if not exists users_name_idx on auth.users (request.plain(name), id);

create or replace trigger _010_comptes before insert or update or delete on auth.users
  for each row execute function request.tg_comptes();

--!table auth.users, versioned, person compte compte, personal name email,
--!  kept email_verified_at is_admin disabled_at tokens_valid_from rights_lost_at created_at updated_at, neutral password_hash

comment on table auth.users is 'Accounts. One account may hold rights in many SIS.';
comment on column auth.users.password_hash is 'bcrypt hash; imported $2y$ and $2b$ hashes are accepted. Any other text (!) means no password yet; cells never receive it.';
comment on column auth.users.is_admin is 'Whether the account has all rights in all SIS.';
comment on column auth.users.tokens_valid_from is 'Access tokens issued before this second are refused.';
comment on column auth.users.rights_lost_at is 'When a role or a permission was last taken away from the account. Tokens issued before, or soon after, may say more than it holds.';

create or replace function auth.tg_users__touch() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end;
$$;
comment on function auth.tg_users__touch() is 'Sets updated_at of a changed account.';

create or replace trigger _100_touch
  before update of name, email, email_verified_at, is_admin, disabled_at on auth.users
  for each row when (old.updated_at = new.updated_at)
  execute function auth.tg_users__touch();

-- A trigger and not a check in the functions, because the rule holds for every writer of the table, an operator at psql
-- included.
create or replace function auth.tg_users__keep_admin() returns trigger
  language plpgsql volatile set search_path = ''
as $$
begin
  if old.is_admin and old.disabled_at is null then
    -- One at a time: two administrators who remove each other at once must not both succeed.
    perform request.lock('auth.users');
    if not exists (select from auth.users u where u.is_admin and u.disabled_at is null) then
      raise sqlstate 'PT409' using message = 'Il doit rester au moins un administrateur';
    end if;
  end if;
  return null;
end;
$$;
comment on function auth.tg_users__keep_admin() is 'Refuses (PT409) changes that would leave no administrator.';

create or replace trigger _200_keep_admin
  after update of is_admin, disabled_at or delete on auth.users
  for each row execute function auth.tg_users__keep_admin();
