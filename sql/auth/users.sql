-- No grant to anyone: the functions of this schema are the only way in.
create table if not exists auth.users (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  password_hash text not null,
  email_verified_at timestamptz,
  is_admin boolean not null default false,
  disabled_at timestamptz,
  tokens_valid_from timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index if not exists users_email_key on auth.users (lower(email));

comment on table auth.users is 'Accounts. One account may hold rights in many SIS.';
comment on column auth.users.password_hash is 'bcrypt; imported $2y$ and $2b$ hashes are accepted.';
comment on column auth.users.is_admin is 'All rights in all SIS.';
comment on column auth.users.tokens_valid_from is 'Access tokens issued before this second are refused.';
