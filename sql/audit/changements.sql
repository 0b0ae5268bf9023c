-- When a group of resources of a SIS was last changed. A GET answers the same while these marks are the same
-- (app.state_of), so its answer need not be built to know that. Marks are random, so that none comes back with a
-- restored backup, or on a standby that lost the last transactions. A group has several places: a writer takes one that
-- is free, so writers never wait for one another. No foreign key to auth.sis: '*' stands for all SIS.
create table if not exists audit.changements (
  sis_key text not null,
  groupe text not null check (groupe in ('alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis')),
  place bigint generated always as identity,
  marque uuid not null default gen_random_uuid(),
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (sis_key, groupe, place)
) with (fillfactor = 50);

--!table audit.changements, neutral groupe place marque changed_in

alter table audit.changements enable row level security;
alter table audit.changements force row level security;
drop policy if exists lecture on audit.changements;
create policy lecture on audit.changements for select to caserne_api using (sis_key in (request.sis_key(), '*'));
drop policy if exists interne on audit.changements;
create policy interne on audit.changements to caserne_owner using (true);

grant select on audit.changements to caserne_api;
-- Not granted: writing. Only the trigger writes.

comment on table audit.changements is 'Marks of change: a random mark per SIS, group of resources and concurrent writer.';
comment on column audit.changements.sis_key is 'The SIS, or * for changes that concern all SIS.';
comment on column audit.changements.marque is 'Drawn again by every transaction that changes a row of the group.';

create or replace function audit.mark(sis_key text, groupe text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  -- Once a transaction, because others see all its changes at once. xmin too: by changed_in alone a row of a restored
  -- backup could look like this transaction's.
  if exists (
    select
      from audit.changements c
     where c.sis_key = mark.sis_key and c.groupe = mark.groupe and c.changed_in = pg_current_xact_id()
       and c.xmin = pg_current_xact_id()::xid
  ) then
    return;
  end if;
  -- A repeatable-read transaction cannot take a place that was used since it began. It gets a new one.
  if current_setting('transaction_isolation') = 'read committed' then
    update audit.changements c
       set marque = gen_random_uuid(), changed_in = pg_current_xact_id()
     where c.sis_key = mark.sis_key
       and c.groupe = mark.groupe
       and c.place = (
         select l.place
           from audit.changements l
          where l.sis_key = mark.sis_key and l.groupe = mark.groupe
          order by l.place
          limit 1
            for update skip locked
       );
    if found then
      return;
    end if;
  end if;
  insert into audit.changements (sis_key, groupe) values (mark.sis_key, mark.groupe);
end;
$$;
comment on function audit.mark(text, text) is
  'Marks a group of resources of a SIS (* for all) as changed by this transaction.';

create or replace function audit.mark_all() returns void
  language sql volatile set search_path = ''
as $$
  select audit.mark('*', g) from unnest(array['alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis']) as g
$$;
comment on function audit.mark_all() is
  'Marks all groups of all SIS as changed. For migrations, which may change answers without changing a row.';
