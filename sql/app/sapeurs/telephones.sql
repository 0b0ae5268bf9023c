create table if not exists app.telephones (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  sapeur_id bigint not null,
  telephone_type_id bigint not null default 1 references app.telephone_types,
  numero text not null check (app.e164(numero) is not null),
  e164 text generated always as (app.e164(numero)) stored,
  rta boolean not null default true,
  priorite integer not null default 1,
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);
create unique index if not exists telephones_e164_key on app.telephones (sis_key, sapeur_id, e164);
create index if not exists telephones_e164_idx on app.telephones (sis_key, e164);
create index if not exists telephones_telephone_type_id_idx on app.telephones (sis_key, telephone_type_id);

--!tenant app.telephones, graphql telephone, part of sapeurs, versioned, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification,
--!  person sapeur_id supprime, personal telephone_type_id numero e164 rta priorite
drop policy if exists lecture on app.telephones;
create policy lecture on app.telephones for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification'));
drop policy if exists soi on app.telephones;
create policy soi on app.telephones for select using (sapeur_id = request.sapeur_id());
drop policy if exists ajout on app.telephones;
create policy ajout on app.telephones for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.telephones;
create policy modification on app.telephones for update using (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists suppression on app.telephones;
create policy suppression on app.telephones for delete using (sis_key = request.sis_with('sapeur.modification'));

grant select, delete on app.telephones to caserne_api;
grant insert (sapeur_id, telephone_type_id, numero, rta, priorite),
  update (telephone_type_id, numero, rta, priorite)
  on app.telephones to caserne_api;

comment on table app.telephones is 'Telephone numbers of people. A number is unique per person; two people may share one.';
comment on column app.telephones.numero is 'Number as typed.';
comment on column app.telephones.e164 is 'The number in E.164, to compare and dial. Never null: the check on numero ensures it, and names that field when it fails.';
comment on column app.telephones.priorite is 'Order in which the numbers of a person are called.';
comment on column app.telephones.rta is 'Whether the alarm centre calls this number.';
comment on index app.telephones_e164_key is 'Ce numéro est déjà enregistré pour ce sapeur';
comment on constraint telephones_telephone_type_id_fkey on app.telephones is 'telephone_type_id: Ce type de téléphone n’existe pas.';
comment on constraint telephones_numero_check on app.telephones is 'numero: Ce numéro de téléphone n’est pas valide.';
