-- A SIS and its years, as analysts read them.
create or replace view stats.sis with (security_invoker = true) as
  select s.sis_key, s.nom, s.district, s.no_arrondissement, s.localite_id, s.fuseau from app.sis s;
grant select on stats.sis to caserne_analyst, caserne_national;
comment on view stats.sis is 'The SIS: what they are called, and where they are.';
comment on column stats.sis.fuseau is 'IANA time zone in which the SIS lives and its reports are written.';

create or replace view stats.exercices_comptables with (security_invoker = true) as
  select e.sis_key, e.id, e.annee, e.designation, e.debut, e.fin, e.boucle from app.exercices_comptables e;
grant select on stats.exercices_comptables to caserne_analyst, caserne_national;
comment on view stats.exercices_comptables is 'Accounting years of a SIS; two never overlap.';
comment on column stats.exercices_comptables.debut is 'First day.';
comment on column stats.exercices_comptables.fin is 'Last day.';
comment on column stats.exercices_comptables.boucle is 'Closed: takes no new intervention or exercice.';
