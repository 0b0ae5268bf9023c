create table if not exists auth.invitations (
  sis_key text not null references auth.sis,
  id bigint generated always as identity,
  email text check (email <> ''),
  sapeur_id bigint,
  created_by bigint references auth.users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + auth.token_lifetime('invitation'),
  used_at timestamptz,
  used_by bigint references auth.users on delete set null,
  version bigint not null default 1,
  primary key (sis_key, id),
  constraint invitations_sapeur_id_fkey foreign key (sis_key, sapeur_id) references auth.sapeurs on delete set null (sapeur_id),
  check (sapeur_id is null or email is not null)
);
create index if not exists invitations_sapeur_id_idx on auth.invitations (sis_key, sapeur_id);
create index if not exists invitations_created_by_idx on auth.invitations (created_by);
create index if not exists invitations_used_by_idx on auth.invitations (used_by);

--!tenant auth.invitations, versioned, person sapeur_id compte, personal email,
--!  kept created_at expires_at used_at used_by, neutral created_by

create or replace trigger _010_comptes before insert or update or delete on auth.invitations
  for each row execute function request.tg_comptes();

comment on table auth.invitations is 'Invitations to take roles of a SIS, once.';
comment on column auth.invitations.sapeur_id is 'The sapeur who is invited, or null. The account that takes the invitation is linked to them.';
comment on column auth.invitations.email is 'Address that the invitation was mailed to; null when it is passed on by other means. Anyone who has the token may take it.';

create table if not exists auth.invitation_roles (
  sis_key text not null,
  invitation_id bigint not null,
  role_id bigint not null,
  primary key (sis_key, invitation_id, role_id),
  foreign key (sis_key, invitation_id) references auth.invitations on delete cascade,
  foreign key (sis_key, role_id) references auth.roles on delete cascade
);
create index if not exists invitation_roles_role_id_idx on auth.invitation_roles (sis_key, role_id);

--!tenant auth.invitation_roles, neutral invitation_id role_id

comment on table auth.invitation_roles is 'Roles that an invitation gives.';
