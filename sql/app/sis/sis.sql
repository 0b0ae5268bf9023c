-- Settings that a SIS keeps about itself. The list of SIS, with the names that reports call them by, is auth.sis.
create table if not exists app.sis (
  sis_key text primary key references auth.sis default request.sis_key(),
  nom text not null default '',
  rue text not null default '',
  numero text not null default '',
  district text not null default '',
  no_arrondissement text not null default '',
  telephone text not null default '',
  email text not null default '' check (app.is_email(email)),
  iban text not null default '' check (app.is_iban(iban)),
  bic text not null default '',
  localite_id bigint references app.localites,
  sapeur_id bigint,
  fuseau text not null default 'Europe/Zurich',
  intervention_automatique boolean not null default true,
  delai_excuse smallint not null default 7 check (delai_excuse between 0 and 365),
  duree_reponse smallint not null default 120 check (duree_reponse between 1 and 1440),
  contenu_alerte text not null default 'minimal' check (contenu_alerte in ('minimal', 'complet')),
  version bigint not null default 1,
  mots_test text[] not null default app.usual_mots_test()
);

--!tenant app.sis, versioned by sis_key, marks sis, analysts, person sapeur_id garde,
--!  neutral nom rue numero district no_arrondissement telephone email iban bic localite_id fuseau
--!   intervention_automatique delai_excuse duree_reponse contenu_alerte mots_test version
-- Every request needs the time zone to write instants.
drop policy if exists lecture on app.sis;
create policy lecture on app.sis for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.sis;
create policy ajout on app.sis for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.sis;
create policy modification on app.sis for update using (sis_key = request.sis_with('sis.config'));

grant select on app.sis to caserne_api;
grant update (nom, rue, numero, district, no_arrondissement, telephone, email, iban, bic, localite_id, sapeur_id, fuseau, intervention_automatique,
              delai_excuse, duree_reponse, contenu_alerte, mots_test)
  on app.sis to caserne_api;
-- Not granted: insert, delete. auth.add_sis opens a SIS.
grant select (sis_key, nom, district, no_arrondissement, localite_id, fuseau)
  on app.sis to caserne_analyst, caserne_national;

comment on table app.sis is 'Settings of a SIS.';
comment on column app.sis.fuseau is 'IANA time zone of the SIS; its reports are written in local time.';
comment on column app.sis.intervention_automatique is 'Whether an alarm makes its intervention without anyone asking for it.';
comment on column app.sis.delai_excuse is 'Days after an exercice during which a sapeur may ask to be excused.';
comment on column app.sis.duree_reponse is 'Minutes during which an answer to an alert is awaited.';
comment on column app.sis.contenu_alerte is 'How much an alert says: minimal (nothing that identifies people or the place) or complet.';
comment on column app.sis.mots_test is 'Words that an alarm which is only a test begins with.';
comment on column app.sis.nom is 'Name as on letters. The name that reports use is in auth.sis.';
comment on column app.sis.sapeur_id is 'The commander.';
comment on column app.sis.bic is 'BIC of the bank of the iban.';
comment on constraint sis_delai_excuse_check on app.sis is 'delai_excuse: Le délai doit être de 0 à 365 jours.';
comment on constraint sis_duree_reponse_check on app.sis is 'duree_reponse: La durée doit être de 1 à 1440 minutes.';
comment on constraint sis_contenu_alerte_check on app.sis is
  'contenu_alerte: La valeur doit être l’une de : minimal, complet.';
comment on constraint sis_iban_check on app.sis is 'iban: Cet IBAN n’est pas valide.';
comment on constraint sis_email_check on app.sis is 'email: Cette adresse e-mail n’est pas valide.';
comment on constraint sis_localite_id_fkey on app.sis is 'localite_id: Cette localité n’existe pas.';
