-- Ids of shipped rows that the program itself means, each in one place. Immutable, so that the planner reads the number.
create or replace function app.type_intervention_divers() returns bigint
  language sql immutable
as $$
  select bigint '17'
$$;
comment on function app.type_intervention_divers() is
  'Id of the type "Autre intervention", which interventions without a type or with an unknown code have.';

create or replace function app.stat_federal_divers() returns bigint
  language sql immutable
as $$
  select bigint '10'
$$;
comment on function app.stat_federal_divers() is
  'Id of the federal category "Interventions diverses", which interventions without a known code have.';

create or replace function app.phase_type_intervention() returns bigint
  language sql immutable
as $$
  select bigint '1'
$$;
comment on function app.phase_type_intervention() is 'Id of the type of the phase that an intervention begins with.';

grant execute on function app.type_intervention_divers(), app.stat_federal_divers(), app.phase_type_intervention()
  to caserne_api;
