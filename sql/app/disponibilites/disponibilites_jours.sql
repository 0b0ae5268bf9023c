-- The figures of a day, kept when it is over: periods are deleted after a year, and people change. One row a day, because
-- ten years of hours would be 87,600 rows for each SIS.
create table if not exists app.disponibilites_jours (
  sis_key text not null references auth.sis default request.sis_key(),
  jour date not null,
  effectif smallint[] not null,
  absents smallint[] not null,
  piquets smallint[] not null,
  primary key (sis_key, jour)
);

--!tenant app.disponibilites_jours, marks sapeurs, analysts, neutral jour effectif absents piquets
drop policy if exists lecture on app.disponibilites_jours;
create policy lecture on app.disponibilites_jours for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification', 'sis.config'));
drop policy if exists ajout on app.disponibilites_jours;
create policy ajout on app.disponibilites_jours for insert to caserne_owner with check (sis_key = request.sis_with('sis.config'));

grant select on app.disponibilites_jours to caserne_api;
grant select (sis_key, jour, effectif, absents, piquets) on app.disponibilites_jours to caserne_analyst, caserne_national;
-- Not granted: writing. jobs.keep_disponibilites writes.

comment on table app.disponibilites_jours is 'How many people were in service, absent and on standby, in each hour of a day that is over.';
comment on column app.disponibilites_jours.effectif is 'Sapeurs in service, by the hours of the day in the time zone of the SIS: 23 or 25 of them when clocks change.';
comment on column app.disponibilites_jours.absents is 'How many of them had said that they could not come, for at least a part of the hour.';
comment on column app.disponibilites_jours.piquets is 'How many of them were on standby for at least a part of the hour, and not absent.';
