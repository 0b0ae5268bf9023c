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

alter table app.disponibilites_jours enable row level security;
alter table app.disponibilites_jours force row level security;
drop policy if exists locataire on app.disponibilites_jours;
create policy locataire on app.disponibilites_jours as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.disponibilites_jours;
create policy octroi on app.disponibilites_jours as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.disponibilites_jours;
create policy analyste on app.disponibilites_jours for select to caserne_analyst using (true);
drop policy if exists national on app.disponibilites_jours;
create policy national on app.disponibilites_jours for select to caserne_national using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);
drop policy if exists lecture on app.disponibilites_jours;
create policy lecture on app.disponibilites_jours for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification', 'sis.config'));
drop policy if exists ajout on app.disponibilites_jours;
create policy ajout on app.disponibilites_jours for insert to caserne_owner with check (sis_key = request.sis_with('sis.config'));

grant select on app.disponibilites_jours to caserne_api;
grant select (sis_key, jour, effectif, absents, piquets) on app.disponibilites_jours to caserne_analyst, caserne_national;
-- Not granted: writing. jobs.keep_disponibilites writes.

drop trigger if exists _870_changement on app.disponibilites_jours;
create trigger _870_changement after insert or update or delete on app.disponibilites_jours
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.disponibilites_jours;
create trigger _880_changement after truncate on app.disponibilites_jours
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.disponibilites_jours;
create trigger _900_journal after insert or update or delete on app.disponibilites_jours
  for each row execute function audit.tg_journal();

comment on table app.disponibilites_jours is 'How many people were in service, absent and on standby, in each hour of a day that is over.';
comment on column app.disponibilites_jours.effectif is 'Sapeurs in service, by the hours of the day in the time zone of the SIS: 23 or 25 of them when clocks change.';
comment on column app.disponibilites_jours.absents is 'How many of them had said that they could not come, for at least a part of the hour.';
comment on column app.disponibilites_jours.piquets is 'How many of them were on standby for at least a part of the hour, and not absent.';
