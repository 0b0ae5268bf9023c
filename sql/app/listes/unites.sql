create table if not exists app.unites (
  id bigint primary key,
  designation text not null,
  abreviation text not null,
  tri integer not null
);

alter table app.unites enable row level security;
alter table app.unites force row level security;
drop policy if exists lecture on app.unites;
create policy lecture on app.unites for select using (request.sis_key() is not null);
drop policy if exists analyste on app.unites;
create policy analyste on app.unites for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.unites;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.unites for insert to caserne_owner with check (true);

grant select on app.unites to caserne_api;
grant select on app.unites to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.unites;
create trigger _870_changement after insert or update or delete on app.unites
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.unites;
create trigger _880_changement after truncate on app.unites
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.unites is 'Units of vehicles, materials and hours, the same for every SIS.';
comment on column app.unites.abreviation is 'Short name that clients show beside a quantity, such as pce.';
