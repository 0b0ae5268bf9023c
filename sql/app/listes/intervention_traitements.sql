create table if not exists app.intervention_traitements (
  id bigint primary key,
  designation text not null,
  tri integer not null
);

alter table app.intervention_traitements enable row level security;
alter table app.intervention_traitements force row level security;
drop policy if exists lecture on app.intervention_traitements;
create policy lecture on app.intervention_traitements for select using (request.sis_key() is not null);
drop policy if exists analyste on app.intervention_traitements;
create policy analyste on app.intervention_traitements for select to caserne_analyst, caserne_national using (true);
drop policy if exists ajout on app.intervention_traitements;
-- All SIS share the list: no permission in a SIS allows writing it, only migrations do.
create policy ajout on app.intervention_traitements for insert to caserne_owner with check (true);

grant select on app.intervention_traitements to caserne_api;
grant select on app.intervention_traitements to caserne_analyst, caserne_national;

drop trigger if exists _870_changement on app.intervention_traitements;
create trigger _870_changement after insert or update or delete on app.intervention_traitements
  for each row execute function audit.tg_changement('listes', '*');
drop trigger if exists _880_changement on app.intervention_traitements;
create trigger _880_changement after truncate on app.intervention_traitements
  for each statement execute function audit.tg_changement('listes', '*');

comment on table app.intervention_traitements is 'How far an intervention has been invoiced, the same list for every SIS.';
