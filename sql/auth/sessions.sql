create table if not exists auth.sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references auth.users on delete cascade,
  appareil text not null default '',
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  version bigint not null default 1
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id);

--!table auth.sessions, versioned, person user_id compte, personal appareil, kept created_at revoked_at

comment on table auth.sessions is 'Sessions. Each is a family of refresh tokens, one following from the other.';
comment on column auth.sessions.appareil is 'User-Agent of the client, cut to 255 characters.';

create table if not exists auth.refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id bigint not null references auth.sessions on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + auth.token_lifetime('rafraichissement'),
  used_at timestamptz
);
create index if not exists refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);

--!table auth.refresh_tokens, person session compte, kept session_id issued_at expires_at used_at, neutral token_hash

comment on table auth.refresh_tokens is 'Refresh tokens by their SHA-256. The tokens themselves are stored nowhere.';
