-- What belongs to an intervention or to an exercice, row by row, as analysts read it: neither free texts nor why someone was excused.
create or replace view stats.intervention_sapeurs with (security_invoker = true) as
  select p.sis_key, p.id, p.intervention_id, p.sapeur_id, p.debut, p.fin, p.piquet from app.intervention_sapeurs p;
grant select on stats.intervention_sapeurs to caserne_analyst, caserne_national;
comment on view stats.intervention_sapeurs is 'Who was at an intervention, from when to when. With their year: presences.';
comment on column stats.intervention_sapeurs.piquet is 'On standby at the station.';

create or replace view stats.intervention_vehicules with (security_invoker = true) as
  select v.sis_key, v.id, v.intervention_id, v.vehicule_id from app.intervention_vehicules v;
grant select on stats.intervention_vehicules to caserne_analyst, caserne_national;
comment on view stats.intervention_vehicules is 'Vehicles that went to an intervention.';
comment on column stats.intervention_vehicules.vehicule_id is 'One of liste_vehicules.';

create or replace view stats.intervention_materiels with (security_invoker = true) as
  select m.sis_key, m.id, m.intervention_id, m.materiel_id, m.quantite from app.intervention_materiels m;
grant select on stats.intervention_materiels to caserne_analyst, caserne_national;
comment on view stats.intervention_materiels is 'Materials that an intervention consumed or lent.';
comment on column stats.intervention_materiels.materiel_id is 'One of liste_materiels.';

create or replace view stats.intervention_phases with (security_invoker = true) as
  select p.sis_key, p.id, p.intervention_id, p.phase_type_id, p.debut from app.intervention_phases p;
grant select on stats.intervention_phases to caserne_analyst, caserne_national;
comment on view stats.intervention_phases is 'Phases of an intervention, by their beginning.';

create or replace view stats.intervention_groupes with (security_invoker = true) as
  select g.sis_key, g.id, g.intervention_id, g.no, g.designation from app.intervention_groupes g;
grant select on stats.intervention_groupes to caserne_analyst, caserne_national;
comment on view stats.intervention_groupes is 'Groups alerted for an intervention, as the alarm named them.';
comment on column stats.intervention_groupes.no is 'Number by which the alarm centre calls the group, or the empty text.';

create or replace view stats.exercice_sapeurs with (security_invoker = true) as
  select p.sis_key, p.id, p.exercice_id, p.sapeur_id, p.convoque, p.present, p.absent, p.remplace, p.excuse from app.exercice_sapeurs p;
grant select on stats.exercice_sapeurs to caserne_analyst, caserne_national;
comment on view stats.exercice_sapeurs is 'Who was convoked to an exercice, and what came of it.';
comment on column stats.exercice_sapeurs.convoque is 'False: came without having been convoked.';
comment on column stats.exercice_sapeurs.remplace is 'Someone else came for him.';
comment on column stats.exercice_sapeurs.excuse is 'Whether he was excused.';
