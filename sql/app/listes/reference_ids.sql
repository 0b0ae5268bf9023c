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

create or replace function app.compte_avs() returns bigint
  language sql immutable
as $$
  select bigint '4'
$$;
comment on function app.compte_avs() is 'Id of the shipped account of contributions to AVS and AC.';

create or replace function app.ecriture_categorie_avs() returns bigint
  language sql immutable
as $$
  select bigint '4'
$$;
comment on function app.ecriture_categorie_avs() is 'Id of the shipped category of entries for contributions to AVS and AC.';

create or replace function app.unite_piece() returns bigint
  language sql immutable
as $$
  select bigint '1'
$$;
comment on function app.unite_piece() is 'Id of the unit "pièce".';

create or replace function app.unite_heure() returns bigint
  language sql immutable
as $$
  select bigint '2'
$$;
comment on function app.unite_heure() is 'Id of the unit "heure".';

create or replace function app.unite_an() returns bigint
  language sql immutable
as $$
  select bigint '3'
$$;
comment on function app.unite_an() is 'Id of the unit "an".';

create or replace function app.unite_forfait() returns bigint
  language sql immutable
as $$
  select bigint '6'
$$;
comment on function app.unite_forfait() is 'Id of the unit "forfait".';

create or replace function app.unite_mois() returns bigint
  language sql immutable
as $$
  select bigint '7'
$$;
comment on function app.unite_mois() is 'Id of the unit "mois".';

grant execute on function app.type_intervention_divers(), app.stat_federal_divers(), app.phase_type_intervention(),
    app.unite_piece(), app.unite_heure(), app.unite_an(), app.unite_forfait(), app.unite_mois()
  to caserne_api;

create or replace function app.civilite_madame() returns bigint
  language sql immutable
as $$
  select bigint '2'
$$;
comment on function app.civilite_madame() is 'Id of the form of address of women.';
