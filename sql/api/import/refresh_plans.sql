-- A plan made while a table was almost empty takes any of its indexes and is kept, which is slow by the ten thousandth
-- row.
create or replace function api.refresh_plans() returns void
  language plpgsql volatile
as $$
begin
  analyze app.sapeurs, app.particularites, app.salaires, app.mutations, app.vehicules, app.interventions, app.intervention_phases;
end;
$$;
comment on function api.refresh_plans() is
  'Analyzes the tables that an import fills, so that later statements are planned for their rows. For the operator, not granted.';
