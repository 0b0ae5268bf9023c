create table if not exists app.phase_types (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.phase_types enable row level security;
alter table app.phase_types force row level security;
drop policy if exists lecture on app.phase_types;
create policy lecture on app.phase_types for select using (request.sis_key() is not null);
drop policy if exists analyste on app.phase_types;
create policy analyste on app.phase_types for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.phase_types;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.phase_types for insert to caserne_owner with check (true);

grant select on app.phase_types to caserne_api;
grant select on app.phase_types to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.phase_types;
create trigger _870_changement after insert or update or delete on app.phase_types
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.phase_types;
create trigger _880_changement after truncate on app.phase_types
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.phase_types is 'Kinds of phases of an intervention, the same for every SIS.';
