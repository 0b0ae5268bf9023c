-- Lists that each SIS may change, without free texts, because those may name people.
create or replace view stats.types_intervention with (security_invoker = true) as
  select t.sis_key, t.id, t.designation, t.stat_intervention_id, t.tri from app.types_intervention t;
grant select on stats.types_intervention to caserne_analyst, caserne_national;
comment on view stats.types_intervention is 'Types of intervention of a SIS.';
comment on column stats.types_intervention.stat_intervention_id is 'Category of the service''s own statistics that the type counts in.';

create or replace view stats.fonctions with (security_invoker = true) as
  select f.sis_key, f.id, f.designation, f.rang from app.fonctions f;
grant select on stats.fonctions to caserne_analyst, caserne_national;
comment on view stats.fonctions is 'Functions of a SIS, such as chef de groupe.';
comment on column stats.fonctions.rang is 'The highest rank counts where someone has several functions.';

create or replace view stats.grades with (security_invoker = true) as
  select g.sis_key, g.id, g.designation, g.rang from app.grades g;
grant select on stats.grades to caserne_analyst, caserne_national;
comment on view stats.grades is 'Grades of a SIS.';
comment on column stats.grades.rang is 'The higher rank goes first in lists, and counts where someone got two grades on one day.';

create or replace view stats.groupes with (security_invoker = true) as
  select g.sis_key, g.id, g.type, g.no, g.designation, g.tri, g.parent_id from app.groupes g;
grant select on stats.groupes to caserne_analyst, caserne_national;
comment on view stats.groupes is 'Groups of a SIS. Type 1 is an alarm group.';
comment on column stats.groupes.no is 'Number of the group at the alarm centre, or an empty text.';
comment on column stats.groupes.parent_id is 'The group that this group is part of.';

create or replace view stats.exercice_categories with (security_invoker = true) as
  select c.sis_key, c.id, c.designation, c.tri from app.exercice_categories c;
grant select on stats.exercice_categories to caserne_analyst, caserne_national;
comment on view stats.exercice_categories is 'Categories of exercices.';

create or replace view stats.excuses_types with (security_invoker = true) as
  select x.sis_key, x.id, x.designation, x.tri, x.abreviation from app.excuses_types x;
grant select on stats.excuses_types to caserne_analyst, caserne_national;
comment on view stats.excuses_types is 'Reasons for which a sapeur may be excused from an exercice. Who was excused for which reason is not shown.';

-- Not called vehicules and materiels: those views hold figures.
create or replace view stats.liste_vehicules with (security_invoker = true) as
  select v.sis_key, v.id, v.designation, v.immatriculation, v.statut, v.tri, v.forfait, v.unite, v.type_unite_id from app.vehicules v;
grant select on stats.liste_vehicules to caserne_analyst, caserne_national;
comment on view stats.liste_vehicules is 'Vehicles of a SIS.';
comment on column stats.liste_vehicules.statut is 'Whether the vehicle is in service.';
comment on column stats.liste_vehicules.forfait is 'Flat price per use, in francs.';
comment on column stats.liste_vehicules.unite is 'Price per unit, in francs.';
comment on column stats.liste_vehicules.type_unite_id is 'Unit of the price: id of a row of unites.';

create or replace view stats.liste_materiels with (security_invoker = true) as
  select m.sis_key, m.id, m.designation, m.statut, m.tri, m.forfait, m.unite, m.type_unite_id from app.materiels m;
grant select on stats.liste_materiels to caserne_analyst, caserne_national;
comment on view stats.liste_materiels is 'Materials that interventions consume or lend.';
comment on column stats.liste_materiels.statut is 'Whether the material is in service.';
comment on column stats.liste_materiels.forfait is 'Flat price per use, in francs.';
comment on column stats.liste_materiels.unite is 'Price per unit, in francs.';
comment on column stats.liste_materiels.type_unite_id is 'Unit of the price: id of a row of unites.';
