-- A wall signs in by a token that does not change: a power cut must not lock it out. It opens GET /mur and GET /mur/flux
-- of one SIS, and nothing else: their requests have the permission mur.lecture, which is not in the catalogue, so that no
-- role can hold it.
create table if not exists app.murs (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  designation text not null check (designation <> ''),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  vu_le date,
  expire_le date,
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, token_hash)
);

--!tenant app.murs, versioned, marks sis, journal without token_hash, neutral designation token_hash created_at vu_le expire_le
drop policy if exists lecture on app.murs;
create policy lecture on app.murs for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.murs;
create policy ajout on app.murs for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.murs;
create policy suppression on app.murs for delete using (sis_key = request.sis_with('sis.config'));
-- For app.knows_mur, which a wall asks before it has any right.
drop policy if exists interne on app.murs;
create policy interne on app.murs for select to caserne_owner using (sis_key = request.sis_key());

-- For app.note_mur, which notes the last use of a wall.
drop policy if exists usage on app.murs;
create policy usage on app.murs for update to caserne_owner using (sis_key = request.sis_with('mur.lecture'));

grant select (sis_key, id, designation, created_at, vu_le, expire_le, version), delete on app.murs to caserne_api;
grant insert (designation, token_hash, expire_le) on app.murs to caserne_api;
-- Not granted: reading the hash.

comment on table app.murs is 'Walls of stations that show the alarms of the SIS.';
comment on column app.murs.token_hash is 'SHA-256 of the token of the wall, which is stored nowhere.';
comment on column app.murs.vu_le is 'The last day on which the wall was used; null for never.';
comment on column app.murs.expire_le is 'The last day on which the wall is admitted; null for no end.';
comment on constraint murs_designation_check on app.murs is 'designation: Ce champ est obligatoire.';
comment on constraint murs_token_hash_check on app.murs is 'token: La valeur n’est pas valable.';
comment on constraint murs_sis_key_token_hash_key on app.murs is 'Ce token existe déjà';
