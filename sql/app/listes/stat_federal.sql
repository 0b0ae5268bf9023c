create table if not exists app.stat_federal (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.stat_federal enable row level security;
alter table app.stat_federal force row level security;
drop policy if exists lecture on app.stat_federal;
create policy lecture on app.stat_federal for select using (request.sis_key() is not null);
drop policy if exists analyste on app.stat_federal;
create policy analyste on app.stat_federal for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.stat_federal;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.stat_federal for insert to caserne_owner with check (true);

grant select on app.stat_federal to caserne_api;
grant select on app.stat_federal to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.stat_federal;
create trigger _870_changement after insert or update or delete on app.stat_federal
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.stat_federal;
create trigger _880_changement after truncate on app.stat_federal
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.stat_federal is 'Categories of the federal statistics, fixed and the same for every SIS.';
