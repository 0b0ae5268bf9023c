create table if not exists auth.memberships (
  sis_key text not null references auth.sis,
  user_id bigint not null references auth.users on delete cascade,
  sapeur_id bigint,
  mobile boolean not null default false,
  parti_at timestamptz,
  primary key (sis_key, user_id),
  foreign key (sis_key, sapeur_id) references auth.sapeurs
);
create index if not exists memberships_user_id_idx on auth.memberships (user_id);
create unique index if not exists memberships_sapeur_id_key on auth.memberships (sis_key, sapeur_id);

--!tenant auth.memberships, part of users, person sapeur_id compte, personal mobile, kept user_id parti_at

create or replace trigger _010_comptes before insert or update or delete on auth.memberships
  for each row execute function request.tg_comptes();

comment on constraint memberships_sis_key_sapeur_id_fkey on auth.memberships is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est lié à un compte';
comment on column auth.memberships.parti_at is 'Midnight after the linked sapeur''s last day, from which the account''s rights here are void; null while they serve. Set by a trigger.';
comment on table auth.memberships is 'The sapeur that an account is in a SIS, and whether it gets mobile alerts there. A sapeur has at most one account.';

