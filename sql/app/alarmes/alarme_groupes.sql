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

alter table app.alarme_groupes enable row level security;
alter table app.alarme_groupes force row level security;
drop policy if exists locataire on app.alarme_groupes;
create policy locataire on app.alarme_groupes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.alarme_groupes;
create policy lecture on app.alarme_groupes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification'));
drop policy if exists ajout on app.alarme_groupes;
create policy ajout on app.alarme_groupes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.alarme_groupes to caserne_api;

drop trigger if exists _850_contenu on app.alarme_groupes;
create trigger _850_contenu after insert or update or delete on app.alarme_groupes
  for each row execute function app.tg_contenu('alarmes', 'alarme_id');
drop trigger if exists _870_changement on app.alarme_groupes;
create trigger _870_changement after insert or update or delete on app.alarme_groupes
  for each row execute function audit.tg_changement('alarmes');
drop trigger if exists _880_changement on app.alarme_groupes;
create trigger _880_changement after truncate on app.alarme_groupes
  for each statement execute function audit.tg_changement('alarmes');
drop trigger if exists _900_journal on app.alarme_groupes;
create trigger _900_journal after insert or update or delete on app.alarme_groupes
  for each row execute function audit.tg_journal();

comment on table app.alarme_groupes is 'Groups that an alarm alerted, as the report names them.';
