-- The journal is append-only: no policy allows changing or removing an entry, and a trigger refuses it even to the
-- owner. No foreign key to auth.sis, because changes of the instance's mailbox (sis_key '*') are kept here too.
create table if not exists audit.journal (
  sis_key text not null,
  id bigint generated always as identity,
  recorded_at timestamptz not null default clock_timestamp(),
  user_id bigint default request.user_id(),
  ressource text not null,
  ligne_id bigint,
  action text not null check (action in ('ajout', 'modification', 'suppression')),
  avant jsonb,
  apres jsonb,
  primary key (sis_key, id)
);
create index if not exists journal_ressource_idx on audit.journal (sis_key, ressource, ligne_id, id desc);
create index if not exists journal_user_id_idx on audit.journal (sis_key, user_id, id desc);
create index if not exists journal_recorded_at_idx on audit.journal (sis_key, recorded_at);
-- Recent removals, and standbys that were taken over, for calendars.
create index if not exists journal_retraits_idx on audit.journal (sis_key, ressource, recorded_at)
  where action = 'suppression' or ressource = 'piquets';
-- A SIS that moves between cells leaves the entries about accounts (src/db/cells/moved_tables.ts). What a publication
-- filters by must be known of rows that are erased, too.
alter table audit.journal replica identity full;

--!table audit.journal, person journal journal, personal avant apres,
--!  kept recorded_at user_id ressource ligne_id action

alter table audit.journal enable row level security;
alter table audit.journal force row level security;
drop policy if exists locataire on audit.journal;
-- As in auth, some of whose tables change outside a request.
create policy locataire on audit.journal as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
-- As on app.messageries.
drop policy if exists instance on audit.journal;
create policy instance on audit.journal as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on audit.journal;
create policy lecture on audit.journal for select
  using (
    sis_key = request.sis_with('sis.config')
    -- Rows that only those in charge of people or accounts may read stay hidden from others here: the clauses « journal
    -- for » of their tables.
    and sis_key = case
          --!each journal for
          else sis_key
        end
  );
drop policy if exists ajout on audit.journal;
create policy ajout on audit.journal for insert to caserne_owner with check (true);

grant select on audit.journal to caserne_api;
-- Not granted to anyone: writing. The trigger below writes.

create or replace function audit.tg_journal__fige() returns trigger
  language plpgsql volatile
as $$
begin
  raise sqlstate 'PT403' using message = 'Le journal ne peut être ni modifié ni effacé';
end;
$$;
comment on function audit.tg_journal__fige() is 'Refuses (PT403) to change or remove entries of the journal.';
drop trigger if exists _100_fige on audit.journal;
create trigger _100_fige before update or delete or truncate on audit.journal
  for each statement execute function audit.tg_journal__fige();

comment on table audit.journal is 'Every row of a SIS that was added, changed or removed: the author, the time, and its values before and after.';
comment on column audit.journal.user_id is 'The account that made the change; null for the worker and the operator.';
comment on column audit.journal.ligne_id is 'Id of the row. Where rows have none: id of the account, invitation, role, place, sapeur or accounting year that the row belongs to; null for a thing that a SIS has once.';
comment on column audit.journal.avant is 'Values before: all of a removed row, the differing ones of a changed row.';
comment on column audit.journal.apres is 'Values after: all of a new row, the differing ones of a changed row.';
