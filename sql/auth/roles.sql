create table if not exists auth.roles (
  sis_key text not null references auth.sis,
  id bigint generated always as identity,
  nom text not null check (nom <> ''),
  primary key (sis_key, id),
  unique (sis_key, nom)
);
comment on table auth.roles is 'A named set of permissions in one SIS.';

create table if not exists auth.role_permissions (
  sis_key text not null,
  role_id bigint not null,
  permission text not null references auth.permissions,
  primary key (sis_key, role_id, permission),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);
comment on table auth.role_permissions is 'What a role allows.';

create table if not exists auth.user_roles (
  sis_key text not null,
  user_id bigint not null references auth.users on delete cascade,
  role_id bigint not null,
  primary key (sis_key, user_id, role_id),
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);
create index if not exists user_roles_user_id_idx on auth.user_roles (user_id);
create index if not exists user_roles_role_id_idx on auth.user_roles (sis_key, role_id);
comment on table auth.user_roles is 'Which roles a user holds; his rights in a SIS are their union.';
