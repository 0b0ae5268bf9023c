create table if not exists app.alarme_groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  alarme_id bigint not null,
  no text not null,
  nom text not null,
  primary key (sis_key, id),
  foreign key (sis_key, alarme_id) references app.alarmes on delete cascade
);
create index if not exists alarme_groupes_alarme_id_idx on app.alarme_groupes (sis_key, alarme_id);

--!tenant app.alarme_groupes, graphql alarme_groupe, part of alarmes, marks alarmes, neutral alarme_id no nom
drop policy if exists lecture on app.alarme_groupes;
create policy lecture on app.alarme_groupes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
drop policy if exists ajout on app.alarme_groupes;
create policy ajout on app.alarme_groupes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.alarme_groupes to caserne_api;

comment on table app.alarme_groupes is 'Groups that an alarm alerted, as the report names them.';
