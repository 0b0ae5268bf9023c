-- First of all, the tables whose files have changed: requests lock them in their own order. The migration gives up before
-- PostgreSQL looks for a deadlock (deadlock_timeout, 1 s) and may end a request, and is tried again.
set local lock_timeout = '500ms';
lock table app.alarmes, app.excuses_types, app.fonctions, app.messages, app.sis in access exclusive mode;
set local lock_timeout = '3s';
