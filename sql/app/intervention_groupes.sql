create table if not exists app.intervention_groupes (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  intervention_id bigint not null,
  no text not null check (length(no) <= 10),
  designation text not null,
  primary key (sis_key, id),
  unique (sis_key, intervention_id, no, designation),
  foreign key (sis_key, intervention_id) references app.interventions on delete cascade
);

alter table app.intervention_groupes enable row level security;
alter table app.intervention_groupes force row level security;
drop policy if exists locataire on app.intervention_groupes;
create policy locataire on app.intervention_groupes as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.intervention_groupes;
create policy lecture on app.intervention_groupes for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'intervention.validation', 'comptabilite.lecture'));
drop policy if exists ajout on app.intervention_groupes;
create policy ajout on app.intervention_groupes for insert
  with check (sis_key = request.sis_with('intervention.modification'));

grant select on app.intervention_groupes to caserne_api;

comment on table app.intervention_groupes is 'Groups alerted for an intervention, copied as text.';
