-- Lists that are the same for every SIS.
create or replace view stats.localites with (security_invoker = true) as
  select l.id, l.npa, l.nom, l.canton from app.localites l;
grant select on stats.localites to caserne_analyst, caserne_national;
comment on view stats.localites is 'Places by postcode, the same for every SIS.';
comment on column stats.localites.npa is 'Postcode.';
comment on column stats.localites.canton is 'Two letters, such as JU.';

create or replace view stats.stat_federal with (security_invoker = true) as
  select f.id, f.designation, f.tri from app.stat_federal f;
grant select on stats.stat_federal to caserne_analyst, caserne_national;
comment on view stats.stat_federal is 'Categories of the federal statistics, the same for every SIS.';
comment on column stats.stat_federal.tri is 'Position of the category in the list.';

create or replace view stats.stat_intervention with (security_invoker = true) as
  select s.id, s.designation, s.tri from app.stat_intervention s;
grant select on stats.stat_intervention to caserne_analyst, caserne_national;
comment on view stats.stat_intervention is 'Categories of a service''s own statistics, the same for every SIS.';
comment on column stats.stat_intervention.tri is 'Position of the category in the list.';

create or replace view stats.intervention_traitements with (security_invoker = true) as
  select t.id, t.designation, t.tri from app.intervention_traitements t;
grant select on stats.intervention_traitements to caserne_analyst, caserne_national;
comment on view stats.intervention_traitements is 'How far an intervention has been invoiced, the same list for every SIS.';
comment on column stats.intervention_traitements.tri is 'Position in the list.';

create or replace view stats.phase_types with (security_invoker = true) as
  select p.id, p.designation, p.tri from app.phase_types p;
grant select on stats.phase_types to caserne_analyst, caserne_national;
comment on view stats.phase_types is 'Kinds of phases of an intervention, the same for every SIS.';
comment on column stats.phase_types.tri is 'Position of the kind in the list.';

create or replace view stats.unites with (security_invoker = true) as
  select u.id, u.designation, u.abreviation, u.tri from app.unites u;
grant select on stats.unites to caserne_analyst, caserne_national;
comment on view stats.unites is 'Units of vehicles, materials and hours, the same for every SIS.';
comment on column stats.unites.tri is 'Position of the unit in the list.';
