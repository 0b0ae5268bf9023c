-- A SIS tells other systems by webhooks: SMS gateways, pagers, home automation.
create table if not exists app.webhooks (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  url text not null,
  secret bytea not null,
  evenements text[] not null,
  actif boolean not null default true,
  user_id bigint default request.user_id() references auth.users on delete set null,
  echec_depuis timestamptz,
  raison text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  constraint webhooks_url_check check (url ~ '^https?://' and length(url) <= 2000),
  constraint webhooks_evenements_check check (
    evenements <@ '{alarme,reponse,intervention,effectif,message_echoue,message_incomplet}' and cardinality(evenements) > 0)
);

--!tenant app.webhooks, versioned, marks sis, journal without secret, person user_id compte,
--!  kept evenements actif created_at, neutral url secret echec_depuis raison updated_at version
drop policy if exists lecture on app.webhooks;
create policy lecture on app.webhooks for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.webhooks;
create policy ajout on app.webhooks for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.webhooks;
create policy modification on app.webhooks for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.webhooks;
create policy suppression on app.webhooks for delete using (sis_key = request.sis_with('sis.config'));
-- For app.tell_webhooks: every answer to an alarm is an event.
drop policy if exists interne on app.webhooks;
create policy interne on app.webhooks for select to caserne_owner using (sis_key = request.sis_key());

grant select (sis_key, id, url, evenements, actif, user_id, echec_depuis, raison, created_at, updated_at, version), delete
  on app.webhooks to caserne_api;
grant insert (url, secret, evenements, actif), update (url, secret, evenements, actif, user_id, echec_depuis, raison)
  on app.webhooks to caserne_api;
-- Not granted to anyone: reading secret.

drop trigger if exists _010_updated_at on app.webhooks;
create trigger _010_updated_at before update on app.webhooks
  for each row execute function app.tg_updated_at();

comment on table app.webhooks is 'Addresses of other systems that a SIS tells of events.';
comment on column app.webhooks.secret is 'Secret that signs messages (Standard Webhooks), encrypted with AES-256-GCM under MAILBOX_KEY for this SIS: nonce, tag, ciphertext.';
comment on column app.webhooks.user_id is 'The account that set it up, and gets a mail when it is disabled.';
comment on column app.webhooks.echec_depuis is 'Since when nothing could be handed over; null while all goes well.';
comment on column app.webhooks.raison is 'What went wrong last, in French; empty while all goes well.';
comment on constraint webhooks_url_check on app.webhooks is 'url: L’adresse doit commencer par https://.';
comment on constraint webhooks_evenements_check on app.webhooks is
  'evenements: Chaque valeur doit être l’une de : alarme, reponse, intervention, effectif, message_echoue, message_incomplet.';
comment on constraint webhooks_user_id_fkey on app.webhooks is 'user_id: Ce compte n’existe pas.';
