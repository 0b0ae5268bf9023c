-- First of all, the tables whose files have changed: requests lock them in their own order. The migration gives up before
-- PostgreSQL looks for a deadlock (deadlock_timeout, 1 s) and may end a request, and is tried again.
set local lock_timeout = '500ms';
lock table app.alarmes, app.excuses_types, app.fonctions, app.messages, app.sis in access exclusive mode;
set local lock_timeout = '3s';

-- Rows become JSON whole.
drop function if exists api.as_json(app.alarmes, json, json, json, json, json, json);
drop function if exists api.as_json(app.alarme_groupes);
drop function if exists api.as_json(app.alarme_personnes);
drop function if exists api.as_json(app.sapeurs, text);
drop function if exists api.as_json(app.interventions, boolean);
drop function if exists api.intervention_json(app.interventions, timestamptz, timestamptz, text);
drop function if exists api.as_json(app.sapeurs_du_jour, app.particularites);
drop function if exists api.as_json(app.sapeurs_du_jour, app.particularites, app.salaires);
drop function if exists api.as_json(audit.journal);
