-- The numbers of statut, each in one place. Immutable, so that the planner reads the number.
create or replace function app.exercice_annule() returns smallint
  language sql immutable
as $$
  select smallint '0'
$$;
comment on function app.exercice_annule() is 'Statut of an exercice that was called off.';

create or replace function app.exercice_a_saisir() returns smallint
  language sql immutable
as $$
  select smallint '1'
$$;
comment on function app.exercice_a_saisir() is 'Statut of an exercice where someone convoked has no result yet.';

create or replace function app.exercice_saisi() returns smallint
  language sql immutable
as $$
  select smallint '2'
$$;
comment on function app.exercice_saisi() is 'Statut of an exercice where everybody convoked has a result.';

create or replace function app.exercice_valide() returns smallint
  language sql immutable
as $$
  select smallint '3'
$$;
comment on function app.exercice_valide() is 'Statut of an exercice that was validated.';

create or replace function app.exercice_impute() returns smallint
  language sql immutable
as $$
  select smallint '4'
$$;
comment on function app.exercice_impute() is 'Statut of an exercice that is charged to accounts: it does not change any more.';

grant execute on function app.exercice_annule(), app.exercice_a_saisir(), app.exercice_saisi(), app.exercice_valide(),
  app.exercice_impute() to caserne_api;
