-- What a SIS keeps about itself. That it exists, and under which name reports call it, stands in auth.sis.
create table if not exists app.sis (
  sis_key text primary key references auth.sis default request.sis_key(),
  fuseau text not null default 'Europe/Zurich',
  intervention_automatique boolean not null default true
);

alter table app.sis enable row level security;
alter table app.sis force row level security;
drop policy if exists locataire on app.sis;
create policy locataire on app.sis as restrictive using (sis_key = request.sis_key());
-- Every request needs the time zone to write instants.
drop policy if exists lecture on app.sis;
create policy lecture on app.sis for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.sis;
create policy ajout on app.sis for insert with check (sis_key = request.sis_with('sis.config'));

grant select on app.sis to caserne_api;
-- Not granted: insert, update, delete. A SIS is opened by auth.create_sis.

comment on table app.sis is 'Settings of a SIS.';
comment on column app.sis.fuseau is 'IANA time zone in which the SIS lives and its reports are written.';
comment on column app.sis.intervention_automatique is 'Whether an alarm makes its intervention by itself.';
