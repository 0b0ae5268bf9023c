create table if not exists app.stat_federal (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

--!shared app.stat_federal, graphql stat_federal, marks listes, analysts, neutral designation tri
drop policy if exists lecture on app.stat_federal;
create policy lecture on app.stat_federal for select using (request.sis_key() is not null);
drop policy if exists ajout on app.stat_federal;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.stat_federal for insert to caserne_owner with check (true);

grant select on app.stat_federal to caserne_api;
grant select on app.stat_federal to caserne_analyst, caserne_national;

comment on table app.stat_federal is 'Categories of the federal statistics, fixed and the same for every SIS.';
