create table if not exists app.intervention_traitements (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

--!shared app.intervention_traitements, graphql intervention_traitement, marks listes, analysts,
--!  neutral designation tri
drop policy if exists lecture on app.intervention_traitements;
create policy lecture on app.intervention_traitements for select using (request.sis_key() is not null);
drop policy if exists ajout on app.intervention_traitements;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.intervention_traitements for insert to caserne_owner with check (true);

grant select on app.intervention_traitements to caserne_api;
grant select on app.intervention_traitements to caserne_analyst, caserne_national;

comment on table app.intervention_traitements is 'How far an intervention has been invoiced, the same list for every SIS.';
