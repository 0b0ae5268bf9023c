create table if not exists app.unites (
  id bigint primary key,
  designation text not null,
  abreviation text not null,
  tri integer not null
);

--!shared app.unites, graphql unite, marks listes, analysts, neutral designation abreviation tri
drop policy if exists lecture on app.unites;
create policy lecture on app.unites for select using (request.sis_key() is not null);
drop policy if exists ajout on app.unites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.unites for insert to caserne_owner with check (true);

grant select on app.unites to caserne_api;
grant select on app.unites to caserne_analyst, caserne_national;

comment on table app.unites is 'Units of vehicles, materials and hours, the same for every SIS.';
comment on column app.unites.abreviation is 'Short name that clients show beside a quantity, such as pce.';
