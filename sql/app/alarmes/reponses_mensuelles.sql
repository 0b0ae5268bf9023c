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

alter table app.reponses_mensuelles enable row level security;
alter table app.reponses_mensuelles force row level security;
drop policy if exists locataire on app.reponses_mensuelles;
create policy locataire on app.reponses_mensuelles as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
drop policy if exists octroi on app.reponses_mensuelles;
create policy octroi on app.reponses_mensuelles as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on app.reponses_mensuelles;
create policy analyste on app.reponses_mensuelles for select to caserne_analyst using (true);
drop policy if exists national on app.reponses_mensuelles;
create policy national on app.reponses_mensuelles for select to caserne_national using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);
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

drop trigger if exists _870_changement on app.reponses_mensuelles;
create trigger _870_changement after insert or update or delete on app.reponses_mensuelles
  for each row execute function audit.tg_changement('alarmes');
drop trigger if exists _880_changement on app.reponses_mensuelles;
create trigger _880_changement after truncate on app.reponses_mensuelles
  for each statement execute function audit.tg_changement('alarmes');
drop trigger if exists _900_journal on app.reponses_mensuelles;
create trigger _900_journal after insert or update or delete on app.reponses_mensuelles
  for each row execute function audit.tg_journal();

comment on table app.reponses_mensuelles is 'Answers to alarms that were deleted after a year: how many in a month, and after how long.';
comment on column app.reponses_mensuelles.mois is 'Month of the answer, 1 to 12, in the time zone of the SIS.';
comment on column app.reponses_mensuelles.secondes is 'Sum of the seconds from the start of the alarm to the answer.';
