-- Rows that belong to an intervention or exercice, without free texts and without the reason of an excuse.
create or replace view stats.intervention_sapeurs with (security_invoker = true) as
  select p.sis_key, p.id, p.intervention_id, p.sapeur_id, p.debut, p.fin, p.piquet from app.intervention_sapeurs p;
grant select on stats.intervention_sapeurs to caserne_analyst, caserne_national;
comment on view stats.intervention_sapeurs is 'Presences of sapeurs at interventions, from when to when. The view presences adds the accounting year.';
comment on column stats.intervention_sapeurs.piquet is 'Whether the sapeur was on standby at the station.';

create or replace view stats.intervention_vehicules with (security_invoker = true) as
  select v.sis_key, v.id, v.intervention_id, v.vehicule_id from app.intervention_vehicules v;
grant select on stats.intervention_vehicules to caserne_analyst, caserne_national;
comment on view stats.intervention_vehicules is 'Vehicles that went to an intervention.';
comment on column stats.intervention_vehicules.vehicule_id is 'Id of a row of liste_vehicules.';

create or replace view stats.intervention_materiels with (security_invoker = true) as
  select m.sis_key, m.id, m.intervention_id, m.materiel_id, m.quantite from app.intervention_materiels m;
grant select on stats.intervention_materiels to caserne_analyst, caserne_national;
comment on view stats.intervention_materiels is 'Materials that an intervention consumed or lent.';
comment on column stats.intervention_materiels.materiel_id is 'Id of a row of liste_materiels.';

create or replace view stats.intervention_phases with (security_invoker = true) as
  select p.sis_key, p.id, p.intervention_id, p.phase_type_id, p.debut from app.intervention_phases p;
grant select on stats.intervention_phases to caserne_analyst, caserne_national;
comment on view stats.intervention_phases is 'Phases of an intervention, each with its start.';

create or replace view stats.intervention_groupes with (security_invoker = true) as
  select g.sis_key, g.id, g.intervention_id, g.no, g.designation from app.intervention_groupes g;
grant select on stats.intervention_groupes to caserne_analyst, caserne_national;
comment on view stats.intervention_groupes is 'Groups alerted for an intervention, as the alarm named them.';
comment on column stats.intervention_groupes.no is 'Number of the group at the alarm centre, or an empty text.';

create or replace view stats.exercice_sapeurs with (security_invoker = true) as
  select p.sis_key, p.id, p.exercice_id, p.sapeur_id, p.convoque, p.present, p.absent, p.remplace, p.excuse from app.exercice_sapeurs p;
grant select on stats.exercice_sapeurs to caserne_analyst, caserne_national;
comment on view stats.exercice_sapeurs is 'Sapeurs convoked to an exercice, with the result of each convocation.';
comment on column stats.exercice_sapeurs.convoque is 'False for a sapeur who came without a convocation.';
comment on column stats.exercice_sapeurs.remplace is 'Whether someone else came in their place.';
comment on column stats.exercice_sapeurs.excuse is 'Whether they were excused.';
