create table if not exists auth.memberships (
  sis_key text not null references auth.sis,
  user_id bigint not null references auth.users on delete cascade,
  sapeur_id bigint,
  mobile boolean not null default false,
  primary key (sis_key, user_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists memberships_user_id_idx on auth.memberships (user_id);
create index if not exists memberships_sapeur_id_idx on auth.memberships (sis_key, sapeur_id);
comment on table auth.memberships is 'Which sapeur a user is in a SIS, and whether he gets its mobile alerts.';
