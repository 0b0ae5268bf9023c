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

alter table app.particularites enable row level security;
alter table app.particularites force row level security;
drop policy if exists locataire on app.particularites;
create policy locataire on app.particularites as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.particularites;
create policy lecture on app.particularites for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.particularites;
create policy soi on app.particularites for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.particularites;
create policy ajout on app.particularites for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.particularites;
create policy modification on app.particularites for update using (sis_key = request.sis_with('sapeur.modification'));

grant select on app.particularites to caserne_api;
grant insert (sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque),
  update (email, rue, no_rue, localite_id, date_naissance, profession, employeur, lieu_de_travail, remarque)
  on app.particularites to caserne_api;

create or replace function app.tg_particularites__naissance() returns trigger
  language plpgsql stable
as $$
begin
  if new.date_naissance >= app.today() then
    raise sqlstate 'PT422' using message = 'La date de naissance doit précéder aujourd’hui.', detail = 'date_naissance';
  end if;
  return new;
end;
$$;
comment on function app.tg_particularites__naissance() is 'Refuses (PT422) a date of birth that is not in the past.';
drop trigger if exists _100_naissance on app.particularites;
create trigger _100_naissance before insert or update of date_naissance on app.particularites
  for each row execute function app.tg_particularites__naissance();
-- The owner of this address reads the person's pay once his account is linked, so the writer of the address matters.
-- Sending a record back with the same address does not count as writing it.
create or replace function app.tg_particularites__garant() returns trigger
  language plpgsql stable
as $$
begin
  if tg_op = 'INSERT' or lower(new.email) <> lower(old.email) then
    new.email_garanti := new.email <> '' and request.can('utilisateur.tout');
  end if;
  return new;
end;
$$;
comment on function app.tg_particularites__garant() is
  'Keeps whether someone with utilisateur.tout wrote the e-mail; imports open their request with that permission. A change by anyone else clears it.';
drop trigger if exists _110_garant on app.particularites;
create trigger _110_garant before insert or update of email on app.particularites
  for each row execute function app.tg_particularites__garant();
-- Definer: addresses of accounts are in auth. Confirming an e-mail links the other way round.
create or replace function app.tg_particularites__link() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Writing a record again must not link an account that was unlinked.
  if tg_op = 'UPDATE' and lower(new.email) = lower(old.email) then
    return null;
  end if;
  perform auth.link_sapeur(new.sis_key, u.id, u.email)
     from auth.users u
    where lower(u.email) = lower(new.email)
      and u.email_verified_at is not null
      and u.disabled_at is null;
  return null;
end;
$$;
comment on function app.tg_particularites__link() is
  'Links a sapeur to the account that has confirmed his e-mail. Definer: accounts are in auth.';
drop trigger if exists _200_link on app.particularites;
create trigger _200_link after insert or update of email on app.particularites
  for each row when (new.email <> '' and new.email_garanti) execute function app.tg_particularites__link();
drop trigger if exists _850_contenu on app.particularites;
create trigger _850_contenu after insert or update or delete on app.particularites
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.particularites;
create trigger _870_changement after insert or update or delete on app.particularites
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.particularites;
create trigger _880_changement after truncate on app.particularites
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.particularites;
create trigger _900_journal after insert or update or delete on app.particularites
  for each row execute function audit.tg_journal();

comment on table app.particularites is 'Particulars of a sapeur that only he and those in charge of people may read.';
comment on column app.particularites.email is 'The account with this confirmed e-mail becomes his, automatically only where email_garanti; empty when unknown.';
comment on column app.particularites.email_garanti is 'Whether someone who may link accounts (utilisateur.tout) wrote the e-mail. Set by a trigger.';
comment on column app.particularites.localite_id is 'The place where the sapeur lives.';
comment on constraint particularites_email_check on app.particularites is 'email: Cette adresse e-mail n’est pas valide.';
comment on constraint particularites_localite_id_fkey on app.particularites is 'localite_id: Cette localité n’existe pas.';
