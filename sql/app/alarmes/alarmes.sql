create table if not exists app.alarmes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  message_id bigint,
  empreinte text,
  date timestamptz not null,
  type text not null,
  code text not null default '',
  couleur text not null default '' check (couleur in ('ROUGE', 'JAUNE', 'BLEU', 'GRIS', '')),
  adresse text not null,
  complement text not null default '',
  description text not null default '',
  date_creation timestamptz,
  debut timestamptz,
  fin timestamptz,
  lat numeric(8, 6),
  lon numeric(9, 6),
  lv95_e numeric(9, 2),
  lv95_n numeric(9, 2),
  validated boolean not null default false,
  intervention_voulue boolean not null,
  intervention_id bigint,
  intervention_refus text not null default '',
  created_at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id(),
  version bigint not null default 1,
  test boolean not null default false,
  incomplet boolean not null default false,
  avertissements text[] not null default '{}',
  message_sis_key text,
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete set null (intervention_id),
  constraint alarmes_message_check check ((message_sis_key is null) = (message_id is null))
);
create unique index if not exists alarmes_message_id_key on app.alarmes (sis_key, message_sis_key, message_id);
create unique index if not exists alarmes_empreinte_key on app.alarmes (sis_key, empreinte);
create index if not exists alarmes_date_idx on app.alarmes (sis_key, date desc, id desc);
create index if not exists alarmes_ouvertes_idx on app.alarmes (sis_key, date desc, id desc) where not validated;
create index if not exists alarmes_changed_in_idx on app.alarmes (sis_key, changed_in);
create index if not exists alarmes_intervention_id_idx on app.alarmes (sis_key, intervention_id);

--!tenant app.alarmes, graphql alarme, versioned, marks alarmes, journal without changed_in,
--!  analysts, texts adresse complement description avertissements intervention_refus,
--!  neutral message_sis_key message_id empreinte date type code couleur date_creation debut fin lat lon lv95_e
--!   lv95_n test incomplet validated intervention_voulue intervention_id created_at changed_in
drop policy if exists lecture on app.alarmes;
create policy lecture on app.alarmes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'mur.lecture'));
-- For app.message_alarmes, which shows readers of the ledger only the ids of alarms, and app.date_alarme, which shows
-- linked sapeurs only when an alarm began.
drop policy if exists interne on app.alarmes;
create policy interne on app.alarmes for select to caserne_owner
  using (sis_key = request.sis_with('sis.config') or sis_key = request.sis_key() and request.sapeur_id() is not null);
drop policy if exists ajout on app.alarmes;
create policy ajout on app.alarmes for insert with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.alarmes;
create policy modification on app.alarmes for update using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists validation on app.alarmes;
create policy validation on app.alarmes for update to caserne_owner using (sis_key = request.sis_with('intervention.validation'));

grant select on app.alarmes to caserne_api;
grant update (validated) on app.alarmes to caserne_api;
-- Not granted: writing other columns. Alarms come from mails, and clients do not choose the intervention of an alarm.
grant select (sis_key, id, date, type, code, couleur, date_creation, debut, fin, validated, intervention_id, created_at)
  on app.alarmes to caserne_analyst, caserne_national;

comment on table app.alarmes is 'Alarms of a SIS: one row per SIS that a report concerns.';
comment on column app.alarmes.message_sis_key is 'Whose ledger has the message that brought the alarm: this SIS''s or, as ''*'', the instance''s; ''*principale'' is the instance''s in the cell principale.';
comment on column app.alarmes.message_id is 'The message that brought the alarm, by its id in that ledger. No foreign key: the alarm stays when its mailbox is removed.';
comment on column app.alarmes.empreinte is 'Hash of the name of the mail and of its content for this SIS. It keeps one mail from making two alarms when it comes by several mailboxes.';
comment on column app.alarmes.date is 'Start of the alarm, else its creation, else the date of the mail.';
comment on column app.alarmes.test is 'Whether the alarm is a test, by the words of its SIS when it came.';
comment on column app.alarmes.incomplet is 'Whether a part of its report is missing or could not be read.';
comment on column app.alarmes.avertissements is 'French sentences about what is missing or odd.';
comment on column app.alarmes.validated is 'Whether someone in charge of alarms has marked the alarm as seen to.';
comment on column app.alarmes.intervention_refus is 'Why the wanted intervention could not be made yet; empty when it was made or not tried.';
comment on column app.alarmes.intervention_voulue is 'Whether the alarm makes an intervention: it is real, and its SIS wanted automatic interventions when it came.';
comment on column app.alarmes.changed_in is 'The last transaction that wrote the alarm. Streams of alarms go by it to know what they have sent (api.watch_alarmes).';
