-- What was planned while a table was all but empty takes any of its indexes, and stays so: by the ten thousandth row that is slow.
create or replace function api.refresh_plans() returns void
  language plpgsql volatile
as $$
begin
  analyze app.sapeurs, app.particularites, app.salaires, app.mutations, app.vehicules, app.interventions, app.intervention_phases;
end;
$$;
comment on function api.refresh_plans() is
  'Has the tables that an import fills looked at anew, so that what follows is planned for the rows that are there. The operator''s, not granted.';
