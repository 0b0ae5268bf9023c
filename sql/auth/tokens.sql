-- Tokens sent by mail, or shown to the author of an invitation. Several of one kind may be valid at once: a mail sent
-- again after a crash must not spoil its first copy. The first one used deletes the others.
create table if not exists auth.tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  genre text not null check (genre in ('confirmation', 'reinitialisation', 'invitation')),
  user_id bigint references auth.users on delete cascade,
  sis_key text,
  invitation_id bigint,
  mailed boolean not null default false,
  expires_at timestamptz not null,
  foreign key (sis_key, invitation_id) references auth.invitations on delete cascade,
  check (case genre
           when 'invitation' then user_id is null and sis_key is not null and invitation_id is not null
           else user_id is not null and sis_key is null and invitation_id is null
         end)
);
create index if not exists tokens_user_id_idx on auth.tokens (user_id);
create index if not exists tokens_invitation_id_idx on auth.tokens (sis_key, invitation_id);

--!table auth.tokens, person user_id compte, kept genre mailed expires_at, neutral token_hash sis_key invitation_id

comment on table auth.tokens is 'Opaque tokens for one use, by their SHA-256. The tokens themselves are stored nowhere.';
comment on column auth.tokens.mailed is 'Whether this token of an invitation was sent by mail and nowhere else, so that its taker reads that mailbox.';
