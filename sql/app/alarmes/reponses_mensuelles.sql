-- Answers are deleted after a year. These figures stay, without names.
create table if not exists app.reponses_mensuelles (
  sis_key text not null references auth.sis default request.sis_key(),
  annee integer not null,
  mois integer not null,
  source text not null,
  reponse text not null,
  nb integer not null,
  secondes numeric(14) not null,
  primary key (sis_key, annee, mois, source, reponse)
);

--!tenant app.reponses_mensuelles, marks alarmes, analysts, neutral annee mois source reponse nb secondes
drop policy if exists lecture on app.reponses_mensuelles;
create policy lecture on app.reponses_mensuelles for select
  using (sis_key = request.sis_with('intervention.lecture', 'intervention.modification', 'sis.config'));
drop policy if exists ajout on app.reponses_mensuelles;
create policy ajout on app.reponses_mensuelles for insert to caserne_owner with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.reponses_mensuelles;
create policy modification on app.reponses_mensuelles for update to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select on app.reponses_mensuelles to caserne_api;
grant select (sis_key, annee, mois, source, reponse, nb, secondes) on app.reponses_mensuelles to caserne_analyst, caserne_national;
-- Not granted: writing. jobs.purge_reponses writes.

comment on table app.reponses_mensuelles is 'Answers to alarms that were deleted after a year: how many in a month, and after how long.';
comment on column app.reponses_mensuelles.mois is 'Month of the answer, 1 to 12, in the time zone of the SIS.';
comment on column app.reponses_mensuelles.secondes is 'Sum of the seconds from the start of the alarm to the answer.';
