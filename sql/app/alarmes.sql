create table if not exists app.alarmes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  message_id bigint,
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
  primary key (sis_key, id),
  foreign key (sis_key, intervention_id) references app.interventions on delete set null (intervention_id)
);
create unique index if not exists alarmes_message_id_key on app.alarmes (sis_key, message_id);
create index if not exists alarmes_date_idx on app.alarmes (sis_key, date desc, id desc);
create index if not exists alarmes_ouvertes_idx on app.alarmes (sis_key, date desc, id desc) where not validated;
create index if not exists alarmes_intervention_id_idx on app.alarmes (sis_key, intervention_id);

alter table app.alarmes enable row level security;
alter table app.alarmes force row level security;
drop policy if exists locataire on app.alarmes;
create policy locataire on app.alarmes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.alarmes;
create policy lecture on app.alarmes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation'));
-- For app.message_alarmes, which shows the ledger's reader no more than their ids.
drop policy if exists interne on app.alarmes;
create policy interne on app.alarmes for select to caserne_owner using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.alarmes;
create policy ajout on app.alarmes for insert with check (sis_key = request.sis_with('intervention.modification'));
drop policy if exists modification on app.alarmes;
create policy modification on app.alarmes for update using (sis_key = request.sis_with('intervention.modification'));
drop policy if exists validation on app.alarmes;
create policy validation on app.alarmes for update to caserne_owner using (sis_key = request.sis_with('intervention.validation'));

grant select on app.alarmes to caserne_api;
grant update (validated) on app.alarmes to caserne_api;
-- Not granted: writing anything else. Alarms come from mails; which intervention is theirs is not the client's to say.

drop trigger if exists _900_journal on app.alarmes;
create trigger _900_journal after insert or update or delete on app.alarmes
  for each row execute function audit.tg_journal();

comment on table app.alarmes is 'Alarms of a SIS: one row per SIS that a report concerns.';
comment on column app.alarmes.message_id is 'The message it came in; no foreign key, the ledger may belong to the instance.';
comment on column app.alarmes.date is 'Start of the alarm, else its creation, else the mail''s date.';
comment on column app.alarmes.validated is 'Seen to, by whoever keeps the list of alarms.';
comment on column app.alarmes.intervention_refus is 'Why the intervention that is wanted could not be made yet; empty when it was, or was not tried.';
comment on column app.alarmes.intervention_voulue is 'Real, and its SIS wanted interventions by themselves when it came.';
