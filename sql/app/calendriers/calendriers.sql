-- A calendar program cannot sign in: it only knows an address. So anyone who has the address has the calendar, and the
-- address opens nothing else. It belongs to an account and to the sapeur that the account was when it was made.
create table if not exists app.calendriers (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  user_id bigint not null references auth.users on delete cascade default request.user_id(),
  sapeur_id bigint not null default request.sapeur_id(),
  -- At most five for a sapeur, also when they are made at the same time.
  rang smallint not null check (rang between 1 and 5),
  designation text not null default '' check (length(designation) <= 255),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, sapeur_id, rang),
  unique (sis_key, token_hash),
  foreign key (sis_key, sapeur_id) references app.sapeurs
);

--!tenant app.calendriers, versioned, marks sapeurs, journal without token_hash, person sapeur_id supprime,
--!  personal designation, kept user_id rang created_at, neutral token_hash
drop policy if exists soi on app.calendriers;
create policy soi on app.calendriers for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.calendriers;
create policy ajout on app.calendriers for insert
  with check (user_id = request.user_id() and sapeur_id = request.sapeur_id());
drop policy if exists suppression on app.calendriers;
create policy suppression on app.calendriers for delete using (sapeur_id = request.sapeur_id());
-- For app.open_calendrier, which looks an address up before anybody is known.
drop policy if exists interne on app.calendriers;
create policy interne on app.calendriers for select to caserne_owner using (sis_key = request.sis_key());

grant select (sis_key, id, user_id, sapeur_id, rang, designation, created_at, version), delete on app.calendriers to caserne_api;
grant insert (rang, designation, token_hash) on app.calendriers to caserne_api;
-- Not granted: reading the hash, and choosing whose calendar it is.

comment on table app.calendriers is 'Secret addresses at which calendar programs read what concerns one sapeur.';
comment on column app.calendriers.rang is 'Which of the five calendars of the sapeur this is.';
comment on column app.calendriers.designation is 'Where the person uses it, in their own words.';
comment on column app.calendriers.token_hash is 'SHA-256 of the token in the address, which is stored nowhere.';
comment on constraint calendriers_designation_check on app.calendriers is
  'designation: Ce champ ne peut dépasser 255 caractères.';
comment on constraint calendriers_rang_check on app.calendriers is 'rang: La valeur doit être de 1 à 5.';
comment on constraint calendriers_sis_key_sapeur_id_rang_key on app.calendriers is
  'Un autre calendrier vient d’être créé : réessayez';
comment on constraint calendriers_token_hash_check on app.calendriers is 'token: La valeur n’est pas valable.';
comment on constraint calendriers_sis_key_token_hash_key on app.calendriers is 'Ce token existe déjà';
comment on constraint calendriers_sis_key_sapeur_id_fkey on app.calendriers is
  'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur a un calendrier';
