create table if not exists app.civilites (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.civilites enable row level security;
alter table app.civilites force row level security;
drop policy if exists lecture on app.civilites;
create policy lecture on app.civilites for select using (request.sis_key() is not null);
drop policy if exists ajout on app.civilites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.civilites for insert to caserne_owner with check (true);

grant select on app.civilites to caserne_api;

drop trigger if exists _870_changement on app.civilites;
create trigger _870_changement after insert or update or delete on app.civilites
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.civilites;
create trigger _880_changement after truncate on app.civilites
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.civilites is 'Forms of address, the same for every SIS.';
