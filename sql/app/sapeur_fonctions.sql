create table if not exists app.sapeur_fonctions (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  fonction_id bigint not null,
  debut date not null,
  fin date,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade,
  foreign key (sis_key, fonction_id) references app.fonctions,
  check (debut <= fin),
  exclude using gist (sis_key with =, sapeur_id with =, fonction_id with =, daterange(debut, fin, '[]') with &&)
);
create index if not exists sapeur_fonctions_sapeur_id_idx on app.sapeur_fonctions (sis_key, sapeur_id);
create index if not exists sapeur_fonctions_fonction_id_idx on app.sapeur_fonctions (sis_key, fonction_id);

alter table app.sapeur_fonctions enable row level security;
alter table app.sapeur_fonctions force row level security;
drop policy if exists locataire on app.sapeur_fonctions;
create policy locataire on app.sapeur_fonctions as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sapeur_fonctions;
create policy lecture on app.sapeur_fonctions for select using (sis_key = request.sis_with_any());
drop policy if exists soi on app.sapeur_fonctions;
create policy soi on app.sapeur_fonctions for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.sapeur_fonctions;
create policy ajout on app.sapeur_fonctions for insert with check (sis_key = request.sis_with('sapeur.modification'));

grant select on app.sapeur_fonctions to caserne_api;

comment on table app.sapeur_fonctions is 'Who held which function, from when to when; two periods of one function never overlap.';
