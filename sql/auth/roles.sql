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
--!tenant auth.roles, versioned, texts nom

create or replace trigger _010_comptes before insert or update or delete on auth.roles
  for each row execute function request.tg_comptes();

comment on table auth.roles is 'Named sets of permissions, each in one SIS.';

create table if not exists auth.role_permissions (
  sis_key text not null,
  role_id bigint not null,
  permission text not null references auth.permissions,
  primary key (sis_key, role_id, permission),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);

--!tenant auth.role_permissions, part of roles, neutral role_id permission

create or replace trigger _010_comptes before insert or update or delete on auth.role_permissions
  for each row execute function request.tg_comptes();

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

--!tenant auth.user_roles, part of users, person user_id compte, kept role_id

create or replace trigger _010_comptes before insert or update or delete on auth.user_roles
  for each row execute function request.tg_comptes();

comment on table auth.user_roles is 'Roles that accounts hold. The rights of an account in a SIS are the union of its roles there.';
