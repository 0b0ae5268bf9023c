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

alter table auth.memberships enable row level security;
alter table auth.memberships force row level security;
drop policy if exists locataire on auth.memberships;
create policy locataire on auth.memberships as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on auth.memberships;
create policy interne on auth.memberships to caserne_owner using (true);

create or replace trigger _010_comptes before insert or update or delete on auth.memberships
  for each row execute function request.tg_comptes();
drop trigger if exists _850_contenu on auth.memberships;
create trigger _850_contenu after insert or update or delete on auth.memberships
  for each row execute function auth.tg_contenu('users', 'user_id');
drop trigger if exists _900_journal on auth.memberships;
create trigger _900_journal after insert or update or delete on auth.memberships
  for each row execute function audit.tg_journal();

comment on constraint memberships_sis_key_sapeur_id_fkey on auth.memberships is 'sapeur_id: Ce sapeur n’existe pas. | Ce sapeur est lié à un compte';
comment on column auth.memberships.parti_at is 'Midnight after the linked sapeur''s last day, from which the account''s rights here are void; null while he serves. Set by a trigger.';
comment on table auth.memberships is 'The sapeur that an account is in a SIS, and whether it gets mobile alerts there. A sapeur has at most one account.';

