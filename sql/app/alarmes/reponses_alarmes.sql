-- All answers are kept: the last one of a person counts. A person who was alerted and has not answered has a row too
-- (aucune), so that they are counted. Answers change neither the alarm nor its version: an officer who saves the alarm
-- meanwhile is not refused, and people who answer at the same time do not wait for each other.
create table if not exists app.reponses_alarmes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  alarme_id bigint not null,
  sapeur_id bigint,
  nom_complet text not null default '',
  reponse text not null check (reponse in ('vient', 'plus_tard', 'ne_vient_pas', 'pas_atteint', 'aucune')),
  delai smallint check (delai between 0 and 1440),
  remarque text not null default '' check (length(remarque) <= 1000),
  source text not null check (source in ('centrale', 'application', 'lien', 'officier')),
  porteur boolean not null default false,
  chef boolean not null default false,
  at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (sis_key, id),
  foreign key (sis_key, alarme_id) references app.alarmes,
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete set null (sapeur_id)
);
create index if not exists reponses_alarmes_alarme_id_idx on app.reponses_alarmes (sis_key, alarme_id, id desc);
create index if not exists reponses_alarmes_sapeur_id_idx on app.reponses_alarmes (sis_key, sapeur_id, id desc);
create index if not exists reponses_alarmes_changed_in_idx on app.reponses_alarmes (sis_key, changed_in);
create index if not exists reponses_alarmes_at_idx on app.reponses_alarmes (sis_key, at);

-- The journal keeps its entries, but what people answered is deleted after a year. So it says who answered, not what.
--!tenant app.reponses_alarmes, graphql reponse_alarme, marks alarmes,
--!  journal without changed_in nom_complet reponse delai remarque porteur chef, analysts, person sapeur_id modifie,
--!  personal nom_complet remarque, kept alarme_id reponse delai source porteur chef at changed_in, texts remarque
drop policy if exists lecture on app.reponses_alarmes;
create policy lecture on app.reponses_alarmes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'mur.lecture'));
drop policy if exists soi on app.reponses_alarmes;
create policy soi on app.reponses_alarmes for select using (sis_key = request.sis_key() and sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.reponses_alarmes;
create policy ajout on app.reponses_alarmes for insert
  with check (sis_key = request.sis_with('intervention.modification')
              or sis_key = request.sis_key() and sapeur_id = request.sapeur_id() and source in ('application', 'lien'));
-- For jobs.purge_reponses.
drop policy if exists suppression on app.reponses_alarmes;
create policy suppression on app.reponses_alarmes for delete to caserne_owner using (sis_key = request.sis_with('sis.config'));
drop policy if exists interne on app.reponses_alarmes;
create policy interne on app.reponses_alarmes for select to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select on app.reponses_alarmes to caserne_api;
grant insert (alarme_id, sapeur_id, reponse, delai, remarque, source) on app.reponses_alarmes to caserne_api;
-- Not granted: porteur and chef, which the trigger sets; update and delete, because all answers are kept.
grant select (sis_key, id, alarme_id, sapeur_id, reponse, delai, source, porteur, chef, at)
  on app.reponses_alarmes to caserne_analyst, caserne_national;

comment on table app.reponses_alarmes is 'Answers of people to an alarm. The last one of each person counts.';
comment on column app.reponses_alarmes.sapeur_id is 'The sapeur; null where the report names somebody who is matched to nobody.';
comment on column app.reponses_alarmes.nom_complet is 'Their name when they answered, or the name in the report.';
comment on column app.reponses_alarmes.reponse is 'pas_atteint: the alarm centre did not reach them. aucune: they were alerted and have not answered.';
comment on column app.reponses_alarmes.delai is 'Minutes until they come, as they say.';
comment on column app.reponses_alarmes.source is 'Where the answer was given: to the alarm centre, in the application, by the link of a message, or by an officer.';
comment on column app.reponses_alarmes.porteur is 'Whether they could wear breathing apparatus when they answered.';
comment on column app.reponses_alarmes.chef is 'Whether their main function had the flag chef when they answered.';
comment on column app.reponses_alarmes.changed_in is 'The transaction that stored the answer. Streams of alarms go by it (api.watch_alarmes).';
comment on constraint reponses_alarmes_reponse_check on app.reponses_alarmes is 'reponse: La réponse doit être vient, plus_tard ou ne_vient_pas.';
comment on constraint reponses_alarmes_source_check on app.reponses_alarmes is 'source: La valeur doit être l’une de : centrale, application, lien, officier.';
comment on constraint reponses_alarmes_delai_check on app.reponses_alarmes is 'delai: Le délai doit être de 0 à 1440 minutes.';
comment on constraint reponses_alarmes_remarque_check on app.reponses_alarmes is 'remarque: Ce texte ne doit pas dépasser 1000 caractères.';
comment on constraint reponses_alarmes_sis_key_sapeur_id_fkey on app.reponses_alarmes is 'sapeur_id: Ce sapeur n’existe pas.';
