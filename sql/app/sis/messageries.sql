-- A mailbox belongs to a SIS or to the instance. The sis_key of the instance's mailbox is '*', which no account can
-- hold; that mailbox serves every SIS. Hence no foreign key to auth.sis.
create table if not exists app.messageries (
  sis_key text not null default request.sis_key(),
  id bigint generated always as identity,
  host text not null check (host <> ''),
  port integer not null check (port between 1 and 65535),
  securite text not null default 'tls' check (securite in ('tls', 'starttls', 'none')),
  utilisateur text not null,
  mot_de_passe bytea not null,
  dossier text not null default 'INBOX' check (dossier <> ''),
  dossier_traite text check (dossier_traite <> ''),
  expediteurs text[] not null default '{}',
  active boolean not null default true,
  lire_depuis timestamptz not null default now() - interval '1 day',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, host, port, utilisateur, dossier),
  -- Each value is sent to the mail server within one line, so it must not contain control characters.
  constraint messageries_host_ligne check (host !~ '[[:cntrl:]]'),
  constraint messageries_utilisateur_ligne check (utilisateur !~ '[[:cntrl:]]'),
  constraint messageries_dossier_ligne check (dossier !~ '[[:cntrl:]]'),
  constraint messageries_dossier_traite_ligne check (dossier_traite !~ '[[:cntrl:]]')
);

--!tenant app.messageries, versioned, journal without mot_de_passe,
--!  neutral host port securite utilisateur mot_de_passe dossier dossier_traite expediteurs active lire_depuis
--!   created_at updated_at
-- The login of the data server can open a request for any SIS (request.open). This policy hides the instance's mailbox
-- from that login, in definer functions too.
drop policy if exists instance on app.messageries;
create policy instance on app.messageries as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on app.messageries;
create policy lecture on app.messageries for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.messageries;
create policy ajout on app.messageries for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.messageries;
create policy modification on app.messageries for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.messageries;
create policy suppression on app.messageries for delete using (sis_key = request.sis_with('sis.config'));

grant select (sis_key, id, host, port, securite, utilisateur, dossier, dossier_traite, expediteurs, active, lire_depuis, created_at, updated_at, version)
  on app.messageries to caserne_api;
grant insert (host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs, active, lire_depuis),
  update (host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs, active, lire_depuis)
  on app.messageries to caserne_api;
grant delete on app.messageries to caserne_api;
-- Not granted to anyone: reading mot_de_passe.

drop trigger if exists _010_updated_at on app.messageries;
create trigger _010_updated_at before update on app.messageries
  for each row execute function app.tg_updated_at();

comment on table app.messageries is 'Mailboxes that alarms are read from; the instance''s own has the sis_key ''*''.';
comment on column app.messageries.mot_de_passe is 'Password encrypted with AES-256-GCM under MAILBOX_KEY for this SIS, host, port, securite and utilisateur: nonce, tag, ciphertext.';
comment on column app.messageries.dossier_traite is 'Folder that read messages are moved to; null leaves them in place, flagged seen.';
comment on column app.messageries.lire_depuis is 'Messages that arrived before this time are ignored. Default: one day before the mailbox was set up.';
comment on column app.messageries.expediteurs is 'Addresses of the senders whose mails are read. Mails of other senders are refused.';
comment on constraint messageries_host_check on app.messageries is 'host: Ce champ est obligatoire.';
comment on constraint messageries_securite_check on app.messageries is 'securite: La valeur doit être l’une de : tls, starttls, none.';
comment on constraint messageries_dossier_check on app.messageries is 'dossier: Ce champ est obligatoire.';
comment on constraint messageries_host_ligne on app.messageries is 'host: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_utilisateur_ligne on app.messageries is 'user: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_dossier_ligne on app.messageries is 'folder: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_dossier_traite_ligne on app.messageries is 'dossier_traite: Les caractères de contrôle ne sont pas permis.';
comment on constraint messageries_port_check on app.messageries is 'port: La valeur doit être comprise entre 1 et 65535.';
comment on constraint messageries_sis_key_host_port_utilisateur_dossier_key on app.messageries is 'Cette messagerie existe déjà';
