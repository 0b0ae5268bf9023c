-- A client that got no answer sends its POST again with the same Idempotency-Key, and gets the first answer from here.
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

--!table request.reponses, person user_id compte, personal reponse, kept cle created_at,
--!  neutral empreinte version_reponse

-- No grants: the functions below read and write the table as the owner, under these policies.
alter table request.reponses enable row level security;
alter table request.reponses force row level security;
drop policy if exists soi on request.reponses;
create policy soi on request.reponses
  using (sis_key = request.sis_key() and user_id = request.user_id());
drop policy if exists suppression on request.reponses;
create policy suppression on request.reponses for delete using (created_at < now() - interval '1 day');

comment on table request.reponses is
  'Answers to POST with an Idempotency-Key, kept for a day per account and SIS. Written in the transaction of the request.';
comment on column request.reponses.empreinte is 'SHA-256 of path and body. A key is refused to a different request.';
comment on column request.reponses.reponse is 'The answer of the operation''s function; null while the request runs.';
comment on column request.reponses.version_reponse is 'Version of the record, for its ETag.';

-- The row is the lock: another request with the same key waits for it for a short time.
create or replace function request.kept_answer(key text, fingerprint bytea) returns text
  language plpgsql volatile security definer set search_path = '' set lock_timeout = '20ms'
as $$
declare
  v_kept request.reponses;
begin
  insert into request.reponses as r (sis_key, user_id, cle, empreinte)
  values (request.sis_key(), request.user_id(), kept_answer.key, kept_answer.fingerprint)
      on conflict on constraint reponses_pkey do update
     set empreinte = excluded.empreinte, reponse = null, version_reponse = null, created_at = excluded.created_at
   where r.created_at < now() - interval '1 day'
  returning * into v_kept;
  if found then
    return null;
  end if;
  select r.* into strict v_kept
    from request.reponses r
   where r.sis_key = request.sis_key()
     and r.user_id = request.user_id()
     and r.cle = kept_answer.key;
  if v_kept.empreinte <> kept_answer.fingerprint then
    raise sqlstate 'PT422' using
      message = 'Cette clé a déjà servi à une autre demande.', detail = 'Idempotency-Key';
  end if;
  return case when v_kept.reponse is not null then json_build_object('json', v_kept.reponse, 'version', v_kept.version_reponse) end;
exception
  when lock_not_available then
    raise sqlstate 'PT409' using message = 'La première demande avec cette clé est encore en cours';
end;
$$;
comment on function request.kept_answer(text, bytea) is
  'The kept answer to a key, {json, version}; null for a new key. PT409 while another request with the key runs, PT422 when the key belongs to a different request. Definer: nobody has a right on the table.';
grant execute on function request.kept_answer(text, bytea) to caserne_api;

create or replace function request.keep_answer(key text, answer text, version text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update request.reponses r
     set reponse = keep_answer.answer, version_reponse = keep_answer.version
   where r.sis_key = request.sis_key()
     and r.user_id = request.user_id()
     and r.cle = keep_answer.key;
  return json_build_object('json', answer, 'version', version);
end;
$$;
comment on function request.keep_answer(text, text, text) is
  'Stores the answer to a key for a day and returns it as {json, version}; only after kept_answer in the same transaction. Definer: nobody has a right on the table.';
grant execute on function request.keep_answer(text, text, text) to caserne_api;
