-- The ledger of what was handed over to devices and webhooks, one row for each. A row is written before it is handed
-- over, so that a killed worker leaves neither a device out nor one told twice. Its content is kept until then only.
create table if not exists app.envois (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  lot text not null,
  evenement text not null check (evenement in ('alarme', 'reponse', 'intervention', 'effectif', 'message_echoue', 'message_incomplet')),
  alarme_id bigint,
  canal text not null check (canal in ('webpush', 'email', 'webhook')),
  appareil_id bigint,
  webhook_id bigint,
  sapeur_id bigint,
  token_hash bytea,
  contenu jsonb,
  etat text not null default 'attente' check (etat in ('attente', 'remis', 'silence', 'retire', 'echec')),
  tentatives smallint not null default 0,
  next_try_at timestamptz not null default now(),
  remis_at timestamptz,
  code_http smallint,
  raison text not null default '',
  created_at timestamptz not null default now(),
  primary key (sis_key, id),
  unique (sis_key, lot, appareil_id),
  foreign key (sis_key, alarme_id) references app.alarmes,
  foreign key (sis_key, appareil_id) references app.appareils on delete set null (appareil_id),
  foreign key (sis_key, webhook_id) references app.webhooks on delete set null (webhook_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete set null (sapeur_id)
) with (fillfactor = 70);
create index if not exists envois_alarme_id_idx on app.envois (sis_key, alarme_id, id);
create index if not exists envois_appareil_id_idx on app.envois (sis_key, appareil_id);
create index if not exists envois_webhook_id_idx on app.envois (sis_key, webhook_id);
create index if not exists envois_sapeur_id_idx on app.envois (sis_key, sapeur_id);
create index if not exists envois_created_at_idx on app.envois (sis_key, created_at);
create unique index if not exists envois_token_hash_key on app.envois (sis_key, token_hash);

-- The content goes when it is handed over, and the row after 12 months, so the journal keeps neither the message nor
-- its receiver.
--!tenant app.envois,
--!  journal without token_hash contenu appareil_id sapeur_id etat tentatives next_try_at remis_at code_http raison,
--!  person sapeur_id supprime, personal etat remis_at,
--!  kept lot evenement alarme_id canal appareil_id webhook_id tentatives next_try_at code_http raison created_at,
--!  neutral token_hash contenu
drop policy if exists lecture on app.envois;
create policy lecture on app.envois for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
-- For app.open_lien, which reads the row of a link before it knows who asks, and for the worker.
drop policy if exists interne on app.envois;
create policy interne on app.envois for select to caserne_owner using (sis_key = request.sis_key());
drop policy if exists ajout on app.envois;
create policy ajout on app.envois for insert to caserne_owner with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.envois;
create policy modification on app.envois for update to caserne_owner using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.envois;
create policy suppression on app.envois for delete to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select (sis_key, id, evenement, alarme_id, canal, appareil_id, webhook_id, sapeur_id, etat, tentatives, remis_at, code_http,
              raison, created_at)
  on app.envois to caserne_api;
-- Not granted: writing, which is the worker's; the hash of the link, and the content.

comment on table app.envois is 'What was handed over to devices and webhooks, when, and what the service answered.';
comment on column app.envois.lot is 'Messages that belong together, one for each device, such as alarme-12.';
comment on column app.envois.token_hash is 'SHA-256 of the token of the link in the message.';
comment on column app.envois.contenu is 'The message, until it is handed over; null for an alarm, which is described when it is sent.';
comment on column app.envois.etat is 'remis: handed over. silence: the device was in its silent hours. retire: its service no longer knows the device. echec: given up.';
comment on column app.envois.next_try_at is 'When it is tried next, while etat is attente.';
comment on column app.envois.remis_at is 'When its service took it.';
comment on column app.envois.code_http is 'What the service answered; null if it did not answer, or is a mail server.';
comment on column app.envois.raison is 'What went wrong last, in French.';
