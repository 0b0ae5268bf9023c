create table if not exists app.sis_contacts (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  email text not null check (email <> '' and app.is_email(email)),
  liste text not null default '',
  version bigint not null default 1,
  primary key (sis_key, id)
);
create unique index if not exists sis_contacts_key on app.sis_contacts (sis_key, lower(email), liste);

--!tenant app.sis_contacts, graphql sis_contact, versioned, marks sis, texts email, neutral liste
drop policy if exists lecture on app.sis_contacts;
create policy lecture on app.sis_contacts for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.sis_contacts;
create policy ajout on app.sis_contacts for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.sis_contacts;
create policy suppression on app.sis_contacts for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.sis_contacts to caserne_api;
grant insert (email, liste) on app.sis_contacts to caserne_api;

comment on table app.sis_contacts is 'Addresses that a SIS writes to, in lists.';
comment on constraint sis_contacts_email_check on app.sis_contacts is 'email: Cette adresse e-mail n’est pas valide.';
comment on index app.sis_contacts_key is 'Cette adresse est déjà dans cette liste';
