-- Periods of service, functions and grades of people, without free texts.
create or replace view stats.mutations with (security_invoker = true) as
  select m.sis_key, m.id, m.sapeur_id, m.incorporation, m.sortie from app.mutations m;
grant select on stats.mutations to caserne_analyst, caserne_national;
comment on view stats.mutations is 'Periods of service, from incorporation to sortie; sortie is null while someone serves. Periods of a sapeur never overlap.';
comment on column stats.mutations.sortie is 'Last day of service, null while they serve.';

create or replace view stats.sapeur_fonctions with (security_invoker = true) as
  select f.sis_key, f.id, f.sapeur_id, f.fonction_id, f.debut, f.fin from app.sapeur_fonctions f;
grant select on stats.sapeur_fonctions to caserne_analyst, caserne_national;
comment on view stats.sapeur_fonctions is 'Functions that people held, from when to when. Two periods of one function never overlap.';
comment on column stats.sapeur_fonctions.fin is 'Last day, null while the period lasts.';

create or replace view stats.sapeur_grades with (security_invoker = true) as
  select g.sis_key, g.id, g.sapeur_id, g.grade_id, g.debut, g.fin from app.sapeur_grades g;
grant select on stats.sapeur_grades to caserne_analyst, caserne_national;
comment on view stats.sapeur_grades is 'Grades that people bore, from when to when. Two periods of one grade never overlap.';
comment on column stats.sapeur_grades.fin is 'Last day, null while the period lasts.';
