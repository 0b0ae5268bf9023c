-- A client that got no answer to a write sends it again with the same Idempotency-Key, and gets the first answer from here.
create table if not exists request.reponses (
  sis_key text not null,
  user_id bigint not null,
  cle text not null,
  empreinte bytea not null,
  reponse text,
  version_reponse text,
  created_at timestamptz not null default now(),
  primary key (sis_key, user_id, cle)
);
create index if not exists reponses_created_at on request.reponses (created_at);
create index if not exists reponses_compte_idx on request.reponses (sis_key, user_id, created_at);

--!table request.reponses, person user_id compte, personal reponse, kept cle created_at,
--!  neutral empreinte version_reponse

-- No grants: the functions below read and write the table as the owner, under these policies.
alter table request.reponses enable row level security;
alter table request.reponses force row level security;
drop policy if exists soi on request.reponses;
create policy soi on request.reponses
  using (sis_key = request.sis_key() and user_id = request.user_id());
drop policy if exists suppression on request.reponses;
create policy suppression on request.reponses for delete using (created_at < now() - interval '30 days');

comment on table request.reponses is
  'Answers to writes with an Idempotency-Key, kept for 30 days per account and SIS. Written in the transaction of the request.';
comment on column request.reponses.empreinte is 'SHA-256 of path and body. A key is refused to a different request.';
comment on column request.reponses.reponse is 'The answer of the operation''s function; null while the request runs.';
comment on column request.reponses.version_reponse is 'Version of the record, for its ETag.';
