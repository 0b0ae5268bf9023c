-- What the planner knows of a column it tells in its estimates, also to an analyst who sees some SIS only: names and other texts of
-- the rest. So of texts that analysts read it is to know nothing; the look-ups within one SIS need no more than the index.
alter table app.alarmes alter type set statistics 0, alter code set statistics 0, alter couleur set statistics 0;
alter table app.excuses_types alter designation set statistics 0;
alter table app.exercice_categories alter designation set statistics 0;
alter table app.exercices alter designation set statistics 0, alter lieu set statistics 0;
alter table app.exercices_comptables alter designation set statistics 0;
alter table app.fonctions alter designation set statistics 0;
alter table app.grades alter designation set statistics 0;
alter table app.groupes alter no set statistics 0, alter designation set statistics 0;
alter table app.intervention_groupes alter no set statistics 0, alter designation set statistics 0;
alter table app.interventions alter numero set statistics 0;
alter table app.materiels alter designation set statistics 0;
alter table app.sapeurs alter nom set statistics 0, alter prenom set statistics 0, alter suffixe set statistics 0, alter nom_prenom set statistics 0;
alter table app.sis alter nom set statistics 0, alter district set statistics 0, alter no_arrondissement set statistics 0, alter fuseau set statistics 0;
alter table app.types_intervention alter designation set statistics 0;
alter table app.vehicules alter designation set statistics 0, alter immatriculation set statistics 0;
