-- SIS and their accounting years.
create or replace view stats.sis with (security_invoker = true) as
  select s.sis_key, s.nom, s.district, s.no_arrondissement, s.localite_id, s.fuseau from app.sis s;
grant select on stats.sis to caserne_analyst, caserne_national;
comment on view stats.sis is 'SIS with their names and places.';
comment on column stats.sis.fuseau is 'IANA time zone of the SIS; its reports are written in local time.';

create or replace view stats.exercices_comptables with (security_invoker = true) as
  select e.sis_key, e.id, e.annee, e.designation, e.debut, e.fin, e.boucle from app.exercices_comptables e;
grant select on stats.exercices_comptables to caserne_analyst, caserne_national;
comment on view stats.exercices_comptables is 'Accounting years of a SIS. Two never overlap.';
comment on column stats.exercices_comptables.debut is 'First day.';
comment on column stats.exercices_comptables.fin is 'Last day.';
comment on column stats.exercices_comptables.boucle is 'Whether the year is closed: nothing that belongs to it is written any more.';
