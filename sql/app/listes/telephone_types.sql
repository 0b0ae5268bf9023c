create table if not exists app.telephone_types (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

--!shared app.telephone_types, graphql telephone_type, marks listes, neutral designation tri
drop policy if exists lecture on app.telephone_types;
create policy lecture on app.telephone_types for select using (request.sis_key() is not null);
drop policy if exists ajout on app.telephone_types;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.telephone_types for insert to caserne_owner with check (true);

grant select on app.telephone_types to caserne_api;

comment on table app.telephone_types is 'Kinds of telephone numbers, the same for every SIS.';
