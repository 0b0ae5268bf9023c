create table if not exists app.stat_intervention (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.stat_intervention enable row level security;
alter table app.stat_intervention force row level security;
drop policy if exists lecture on app.stat_intervention;
create policy lecture on app.stat_intervention for select using (request.sis_key() is not null);
drop policy if exists analyste on app.stat_intervention;
create policy analyste on app.stat_intervention for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.stat_intervention;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.stat_intervention for insert to caserne_owner with check (true);

grant select on app.stat_intervention to caserne_api;
grant select on app.stat_intervention to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.stat_intervention;
create trigger _870_changement after insert or update or delete on app.stat_intervention
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.stat_intervention;
create trigger _880_changement after truncate on app.stat_intervention
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.stat_intervention is 'Categories of a service''s own statistics, the same for every SIS.';
