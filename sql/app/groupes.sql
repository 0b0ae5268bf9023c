create table if not exists app.groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  type smallint not null default 1,
  no text not null check (length(no) <= 10),
  designation text not null,
  tri integer not null default 0,
  parent_id bigint,
  primary key (sis_key, id),
  unique (sis_key, type, no),
  foreign key (sis_key, parent_id) references app.groupes
);
create index if not exists groupes_parent_id_idx on app.groupes (sis_key, parent_id);

alter table app.groupes enable row level security;
alter table app.groupes force row level security;
drop policy if exists locataire on app.groupes;
create policy locataire on app.groupes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.groupes;
create policy lecture on app.groupes for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.groupes;
create policy ajout on app.groupes for insert
  with check (sis_key = request.sis_with('sapeur.config', 'organisation.modification'));

grant select on app.groupes to caserne_api;

comment on table app.groupes is 'Groups of a SIS; type 1 = alarm group.';
comment on column app.groupes.no is 'Number by which the alarm centre calls the group.';
