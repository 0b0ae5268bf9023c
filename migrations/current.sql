-- Enter migration here

-- Files of sql/ that have changed since the last release; written by `caserne schema`.
-- Statements of yours stand above this heading, such as an alter table.
--!include app/listes/current_exercice_comptable_id.sql
--!include api/exercices/list_exercices.sql
--!include api/interventions/list_interventions.sql
