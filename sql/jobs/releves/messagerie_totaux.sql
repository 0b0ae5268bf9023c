-- Counts are kept as messages arrive: the ledger grows for years, and the health of a mailbox is asked for at any time.
-- Not a tenant table: only the functions about mailboxes read it.
create table if not exists jobs.messagerie_totaux (
  sis_key text not null,
  messagerie_id bigint not null,
  received bigint not null default 0,
  alarm bigint not null default 0,
  ignored bigint not null default 0,
  refused bigint not null default 0,
  failed bigint not null default 0,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

--!table jobs.messagerie_totaux, neutral messagerie_id received alarm ignored refused failed

comment on table jobs.messagerie_totaux is 'Number of messages of each mailbox in each state.';

create or replace function jobs.tg_messages__totaux() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before text := case when tg_op = 'UPDATE' then old.etat end;
begin
  insert into jobs.messagerie_totaux (sis_key, messagerie_id)
  values (new.sis_key, new.messagerie_id)
  on conflict do nothing;
  update jobs.messagerie_totaux c
     set received = c.received + (new.etat = 'received')::integer - coalesce(v_before = 'received', false)::integer,
         alarm = c.alarm + (new.etat = 'alarm')::integer - coalesce(v_before = 'alarm', false)::integer,
         ignored = c.ignored + (new.etat = 'ignored')::integer - coalesce(v_before = 'ignored', false)::integer,
         refused = c.refused + (new.etat = 'refused')::integer - coalesce(v_before = 'refused', false)::integer,
         failed = c.failed + (new.etat = 'failed')::integer - coalesce(v_before = 'failed', false)::integer
   where c.sis_key = new.sis_key
     and c.messagerie_id = new.messagerie_id;
  return null;
end;
$$;
comment on function jobs.tg_messages__totaux() is
  'Moves a message from the count of its old state to that of its new one. Messages deleted from the ledger stay counted. Definer: the counts belong to the worker.';

-- Deferred, so that a transaction locks the counts of its mailbox at its very end, and no two wait for each other.
drop trigger if exists _500_totaux on app.messages;
create constraint trigger _500_totaux after insert or update of etat on app.messages
  deferrable initially deferred
  for each row execute function jobs.tg_messages__totaux();
