-- A row for each intervention, so that the worker goes on where a killed one was, and writes no row twice.
create table if not exists app.travail_interventions (
  sis_key text not null references auth.sis default request.sis_key(),
  travail_id bigint not null,
  no integer not null,
  intervention_id bigint not null,
  raison text,
  primary key (sis_key, travail_id, intervention_id),
  foreign key (sis_key, travail_id) references app.travaux
);
create index if not exists travail_interventions_no_idx on app.travail_interventions (sis_key, travail_id, no);

--!tenant app.travail_interventions, journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  texts raison, neutral travail_id no intervention_id
drop policy if exists lecture on app.travail_interventions;
create policy lecture on app.travail_interventions for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.travail_interventions;
create policy ajout on app.travail_interventions for insert
  with check (sis_key = request.sis_with('comptabilite.modification'));

-- Not granted: writing, which the worker does.
grant select on app.travail_interventions to caserne_api;

comment on table app.travail_interventions is 'Interventions that an imputation of a year has dealt with, in the order of their numbers.';
comment on column app.travail_interventions.no is 'Running number of the intervention in its year, as it was then.';
comment on column app.travail_interventions.intervention_id is 'The intervention, which may have been removed since.';
comment on column app.travail_interventions.raison is 'Why the intervention was not imputée; null when it was.';
