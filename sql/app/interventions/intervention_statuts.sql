-- The numbers of statut, each in one place. Immutable, so that the planner reads the number.
create or replace function app.intervention_vide() returns smallint
  language sql immutable
as $$
  select smallint '0'
$$;
comment on function app.intervention_vide() is 'Statut of an intervention without presences.';

create or replace function app.intervention_saisie() returns smallint
  language sql immutable
as $$
  select smallint '1'
$$;
comment on function app.intervention_saisie() is 'Statut of an intervention that has presences.';

create or replace function app.intervention_validee() returns smallint
  language sql immutable
as $$
  select smallint '2'
$$;
comment on function app.intervention_validee() is 'Statut of an intervention that an officer has validated.';

create or replace function app.intervention_imputee() returns smallint
  language sql immutable
as $$
  select smallint '3'
$$;
comment on function app.intervention_imputee() is 'Statut of an intervention that is charged to accounts: it does not change any more.';

grant execute on function app.intervention_vide(), app.intervention_saisie(), app.intervention_validee(),
  app.intervention_imputee() to caserne_api;
