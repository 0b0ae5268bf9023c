create table if not exists app.stat_intervention (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

--!shared app.stat_intervention, graphql stat_intervention, marks listes, analysts, neutral designation tri
drop policy if exists lecture on app.stat_intervention;
create policy lecture on app.stat_intervention for select using (request.sis_key() is not null);
drop policy if exists ajout on app.stat_intervention;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.stat_intervention for insert to caserne_owner with check (true);

grant select on app.stat_intervention to caserne_api;
grant select on app.stat_intervention to caserne_analyst, caserne_national;

comment on table app.stat_intervention is 'Categories of a service''s own statistics, the same for every SIS.';
