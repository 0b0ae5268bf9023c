-- Private particulars stand apart from app.sapeurs, whose names everyone in the SIS may read.
create table if not exists app.particularites (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  email text not null default '' check (app.is_email(email)),
  email_garanti boolean not null default false,
  rue text not null default '',
  no_rue text not null default '',
  localite_id bigint references app.localites,
  date_naissance date,
  profession text not null default '',
  employeur text not null default '',
  lieu_de_travail text not null default '',
  remarque text not null default '',
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create index if not exists particularites_localite_id_idx on app.particularites (sis_key, localite_id);
create index if not exists particularites_email_idx on app.particularites (sis_key, lower(email));

--!tenant app.particularites, graphql particularite, part of sapeurs, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification,
--!  person sapeur_id modifie,
--!  personal email email_garanti rue no_rue localite_id date_naissance profession employeur lieu_de_travail remarque
drop policy if exists lecture on app.particularites;
create policy lecture on app.particularites for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.particularites;
create policy soi on app.particularites for select using (sapeur_id = request.sapeur_id());
-- For app.coordonnees_paie: documents of pay name addresses and dates of birth.
drop policy if exists interne on app.particularites;
create policy interne on app.particularites for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.particularites;
create policy ajout on app.particularites for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.particularites;
create policy modification on app.particularites for update using (sis_key = request.sis_with('sapeur.modification'));

-- For the definer functions that calculate contributions.
drop policy if exists cotisation on app.particularites;
create policy cotisation on app.particularites for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.particularites to caserne_api;
grant insert (sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque),
  update (email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque)
  on app.particularites to caserne_api;
drop trigger if exists _200_annuaire on app.particularites;
create trigger _200_annuaire after insert or delete or update of email, email_garanti on app.particularites
  for each row execute function app.tg_annuaire('sapeur_id');

comment on table app.particularites is 'Particulars of a sapeur that only they and those in charge of people may read.';
comment on column app.particularites.email is 'The account with this confirmed e-mail becomes theirs, automatically only where email_garanti; empty when unknown.';
comment on column app.particularites.email_garanti is 'Whether someone who may link accounts (utilisateur.tout) wrote the e-mail. Set by a trigger.';
comment on column app.particularites.localite_id is 'The place where the sapeur lives.';
comment on constraint particularites_email_check on app.particularites is 'email: Cette adresse e-mail n’est pas valide.';
comment on constraint particularites_localite_id_fkey on app.particularites is 'localite_id: Cette localité n’existe pas.';
