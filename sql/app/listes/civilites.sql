create table if not exists app.civilites (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

--!shared app.civilites, graphql civilite, marks listes, neutral designation tri
drop policy if exists lecture on app.civilites;
create policy lecture on app.civilites for select using (request.sis_key() is not null);
drop policy if exists ajout on app.civilites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.civilites for insert to caserne_owner with check (true);

grant select on app.civilites to caserne_api;

comment on table app.civilites is 'Forms of address, the same for every SIS.';
