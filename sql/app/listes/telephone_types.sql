create table if not exists app.telephone_types (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.telephone_types enable row level security;
alter table app.telephone_types force row level security;
drop policy if exists lecture on app.telephone_types;
create policy lecture on app.telephone_types for select using (request.sis_key() is not null);
drop policy if exists ajout on app.telephone_types;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.telephone_types for insert to caserne_owner with check (true);

grant select on app.telephone_types to caserne_api;

drop trigger if exists _870_changement on app.telephone_types;
create trigger _870_changement after insert or update or delete on app.telephone_types
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.telephone_types;
create trigger _880_changement after truncate on app.telephone_types
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.telephone_types is 'Kinds of telephone numbers, the same for every SIS.';
