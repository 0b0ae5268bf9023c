create table if not exists auth.roles (
  sis_key text not null references auth.sis,
  id bigint generated always as identity,
  nom text not null check (nom <> ''),
  version bigint not null default 1,
  primary key (sis_key, id),
  unique (sis_key, nom)
);

-- Nobody has a grant on tables of accounts: only functions of this schema reach them, as the owner. Inside a request
-- that names a SIS (auth.open) even these functions see that SIS only. Outside, at sign-in, they read rights in all
-- SIS.
alter table auth.roles enable row level security;
alter table auth.roles force row level security;
drop policy if exists locataire on auth.roles;
create policy locataire on auth.roles as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.roles;
create policy interne on auth.roles to caserne_owner using (true);

create or replace trigger _010_comptes before insert or update or delete on auth.roles
  for each row execute function request.tg_comptes();
drop trigger if exists _020_version on auth.roles;
create trigger _020_version before update on auth.roles
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on auth.roles;
create trigger _900_journal after insert or update or delete on auth.roles
  for each row execute function audit.tg_journal();
drop trigger if exists _950_if_match on auth.roles;
create trigger _950_if_match after update or delete on auth.roles
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table auth.roles is 'Named sets of permissions, each in one SIS.';

create table if not exists auth.role_permissions (
  sis_key text not null,
  role_id bigint not null,
  permission text not null references auth.permissions,
  primary key (sis_key, role_id, permission),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);

alter table auth.role_permissions enable row level security;
alter table auth.role_permissions force row level security;
drop policy if exists locataire on auth.role_permissions;
create policy locataire on auth.role_permissions as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.role_permissions;
create policy interne on auth.role_permissions to caserne_owner using (true);

create or replace trigger _010_comptes before insert or update or delete on auth.role_permissions
  for each row execute function request.tg_comptes();
drop trigger if exists _850_contenu on auth.role_permissions;
create trigger _850_contenu after insert or update or delete on auth.role_permissions
  for each row execute function auth.tg_contenu('roles', 'role_id');
drop trigger if exists _900_journal on auth.role_permissions;
create trigger _900_journal after insert or update or delete on auth.role_permissions
  for each row execute function audit.tg_journal();

comment on table auth.role_permissions is 'Permissions of roles.';

create table if not exists auth.user_roles (
  sis_key text not null,
  user_id bigint not null references auth.users on delete cascade,
  role_id bigint not null,
  primary key (sis_key, user_id, role_id),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);
create index if not exists user_roles_user_id_idx on auth.user_roles (user_id);
create index if not exists user_roles_role_id_idx on auth.user_roles (sis_key, role_id);

alter table auth.user_roles enable row level security;
alter table auth.user_roles force row level security;
drop policy if exists locataire on auth.user_roles;
create policy locataire on auth.user_roles as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.user_roles;
create policy interne on auth.user_roles to caserne_owner using (true);

create or replace trigger _010_comptes before insert or update or delete on auth.user_roles
  for each row execute function request.tg_comptes();
drop trigger if exists _850_contenu on auth.user_roles;
create trigger _850_contenu after insert or update or delete on auth.user_roles
  for each row execute function auth.tg_contenu('users', 'user_id');
drop trigger if exists _900_journal on auth.user_roles;
create trigger _900_journal after insert or update or delete on auth.user_roles
  for each row execute function audit.tg_journal();

comment on table auth.user_roles is 'Roles that accounts hold. The rights of an account in a SIS are the union of its roles there.';
