-- People as accounts know them: who they are, by which e-mail they are found, and when they serve. Functions of auth
-- read this table and none of app, so accounts and people need not stand in the same database. Triggers of app keep it
-- (app.publish_sapeur). See decision 0053.
create table if not exists auth.sapeurs (
  sis_key text not null references auth.sis,
  id bigint not null,
  nom_prenom text not null,
  email text not null default '',
  email_garanti boolean not null default false,
  service tstzmultirange,
  primary key (sis_key, id)
);
-- A confirmed e-mail is looked up in every SIS.
create index if not exists sapeurs_email_idx on auth.sapeurs (lower(email)) where email <> '';

--!tenant auth.sapeurs, journal apart, person id modifie, personal nom_prenom email email_garanti, kept service

comment on table auth.sapeurs is 'The sapeurs of each SIS as accounts know them. Follows app.sapeurs, whose changes are in the journal.';
comment on column auth.sapeurs.email is 'The account with this confirmed e-mail becomes theirs, automatically only where email_garanti; empty when unknown.';
comment on column auth.sapeurs.service is 'When they serve, from midnight to midnight in the time zone of the SIS; null for civilians and recruits, and without a mutation.';
