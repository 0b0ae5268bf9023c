create table if not exists app.phase_types (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

--!shared app.phase_types, graphql phase_type, marks listes, analysts, neutral designation tri
drop policy if exists lecture on app.phase_types;
create policy lecture on app.phase_types for select using (request.sis_key() is not null);
drop policy if exists ajout on app.phase_types;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.phase_types for insert to caserne_owner with check (true);

grant select on app.phase_types to caserne_api;
grant select on app.phase_types to caserne_analyst, caserne_national;

comment on table app.phase_types is 'Kinds of phases of an intervention, the same for every SIS.';
