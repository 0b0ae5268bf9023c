create table if not exists auth.refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references auth.users on delete cascade,
  family uuid not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  used_at timestamptz,
  revoked_at timestamptz
);
create index if not exists refresh_tokens_family_idx on auth.refresh_tokens (family);
create index if not exists refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);
comment on table auth.refresh_tokens is 'Refresh tokens by their SHA-256; the tokens themselves are nowhere.';
comment on column auth.refresh_tokens.family is 'One sign-in and all the tokens that followed from it.';
