create table if not exists app.messages (
  sis_key text not null default request.sis_key(),
  id bigint generated always as identity,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  message_id text,
  sha256 text not null,
  corps text,
  expediteur text not null,
  sujet text not null,
  date timestamptz,
  taille integer not null,
  etat text not null default 'received' check (etat in ('received', 'alarm', 'ignored', 'refused', 'failed')),
  raison text not null default '',
  tentatives integer not null default 1,
  contenu bytea,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  incomplet boolean not null default false,
  primary key (sis_key, id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);
create unique index if not exists messages_empreinte_key
  on app.messages (sis_key, messagerie_id, (coalesce(message_id, sha256)));
-- In the order of lists, of any or one state.
create index if not exists messages_messagerie_id_idx on app.messages (sis_key, messagerie_id, id);
create index if not exists messages_etat_idx on app.messages (sis_key, messagerie_id, etat, id);

--!tenant app.messages, versioned, journal without contenu, texts corps expediteur sujet raison,
--!  neutral messagerie_id uidvalidity uid message_id sha256 date taille etat tentatives incomplet contenu created_at
-- As on app.messageries.
drop policy if exists instance on app.messages;
create policy instance on app.messages as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on app.messages;
create policy lecture on app.messages for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.messages;
create policy ajout on app.messages for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.messages;
create policy modification on app.messages for update using (sis_key = request.sis_with('sis.config'));
-- Refused messages are removed when they are old. Nobody removes a message by hand.
drop policy if exists suppression on app.messages;
create policy suppression on app.messages for delete to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select on app.messages to caserne_api;
-- Not granted: writing. The worker records what became of a message; api.relire_message asks for a relecture.

comment on table app.messages is 'The ledger: each message seen in a mailbox, once, with what became of it.';
comment on column app.messages.etat is 'What became of the message; received: it waits for a relecture.';
comment on column app.messages.tentatives is 'How often the message was read.';
comment on column app.messages.message_id is 'Header Message-ID; null where the message has none or another message already has it. Then the hash tells messages apart.';
comment on column app.messages.corps is 'SHA-256 of the mail after its header, which servers do not change; null where it was not read. It tells apart two messages with the same Message-ID.';
comment on column app.messages.raison is 'Why the message is in this state, or what was odd about it; in French.';
comment on column app.messages.incomplet is 'Whether a part of the alarm''s report is missing or could not be read; raison says which.';
comment on column app.messages.contenu is 'The raw message, kept for a limited time, and longer while it is failed.';
