-- The keys of a push service are sealed under MAILBOX_KEY: anyone who knows the address of a subscription could disturb
-- its owner. The hash tells whether a subscription is known.
create table if not exists app.appareils (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  user_id bigint not null default request.user_id() references auth.users on delete cascade,
  type text not null check (type in ('webpush', 'email')),
  designation text not null default '',
  empreinte bytea,
  abonnement bytea,
  silence_debut time,
  silence_fin time,
  actif boolean not null default true,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, empreinte),
  constraint appareils_abonnement_check check ((type = 'webpush') = (abonnement is not null) and (abonnement is null) = (empreinte is null)),
  constraint appareils_silence_check check ((silence_debut is null) = (silence_fin is null))
);
create index if not exists appareils_user_id_idx on app.appareils (sis_key, user_id, id);
create unique index if not exists appareils_email_key on app.appareils (sis_key, user_id) where type = 'email';

--!tenant app.appareils, versioned, journal without empreinte abonnement, person user_id compte, personal designation,
--!  kept type silence_debut silence_fin actif created_at, neutral empreinte abonnement
drop policy if exists lecture on app.appareils;
create policy lecture on app.appareils for select using (user_id = request.user_id());
drop policy if exists ajout on app.appareils;
create policy ajout on app.appareils for insert with check (user_id = request.user_id());
drop policy if exists modification on app.appareils;
create policy modification on app.appareils for update using (user_id = request.user_id());
-- The worker, in no account's name, removes devices that their push service no longer knows.
drop policy if exists suppression on app.appareils;
create policy suppression on app.appareils for delete
  using (user_id = request.user_id() or request.user_id() is null and current_user = 'caserne_owner');
-- For the worker, and for app.tell_users.
drop policy if exists interne on app.appareils;
create policy interne on app.appareils for select to caserne_owner using (sis_key = request.sis_key());

grant select (sis_key, id, user_id, type, designation, empreinte, silence_debut, silence_fin, actif, created_at, version), delete
  on app.appareils to caserne_api;
grant insert (type, designation, empreinte, abonnement, silence_debut, silence_fin, actif),
  update (designation, abonnement, silence_debut, silence_fin, actif)
  on app.appareils to caserne_api;
-- Not granted: reading abonnement, which only the worker opens.

comment on table app.appareils is 'Devices on which an account is notified of alarms of a SIS.';
comment on column app.appareils.type is 'webpush: a browser, by its push service. email: the confirmed address of the account.';
comment on column app.appareils.empreinte is 'SHA-256 of the address of the push subscription.';
comment on column app.appareils.abonnement is 'Push subscription encrypted with AES-256-GCM under MAILBOX_KEY for this SIS: nonce, tag, ciphertext.';
comment on column app.appareils.silence_debut is 'From this time of day to silence_fin, in the time zone of the SIS, the device is not told.';
comment on constraint appareils_type_check on app.appareils is 'type: La valeur doit être l’une de : webpush, email.';
comment on constraint appareils_abonnement_check on app.appareils is 'abonnement: Un appareil webpush a un abonnement, un appareil email n’en a pas.';
comment on constraint appareils_silence_check on app.appareils is 'silence: Indiquez le début et la fin du silence.';
comment on constraint appareils_sis_key_empreinte_key on app.appareils is 'Cet appareil est déjà inscrit par un autre compte';
comment on constraint appareils_user_id_fkey on app.appareils is 'user_id: Ce compte n’existe pas.';
comment on index app.appareils_email_key is 'Votre adresse e-mail est déjà inscrite';
