-- Counted as they come: the ledger grows for years, and a mailbox's health is asked for at any time.
-- Not a tenant table: nobody but the functions that tell of mailboxes reads it.
create table if not exists jobs.messagerie_comptes (
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

comment on table jobs.messagerie_comptes is 'How many messages of each mailbox are in each state.';

create or replace function jobs.tg_messages__comptes() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_avant text := case when tg_op = 'UPDATE' then old.etat end;
begin
  insert into jobs.messagerie_comptes (sis_key, messagerie_id)
  values (new.sis_key, new.messagerie_id)
  on conflict do nothing;
  update jobs.messagerie_comptes c
     set received = c.received + (new.etat = 'received')::integer - coalesce(v_avant = 'received', false)::integer,
         alarm = c.alarm + (new.etat = 'alarm')::integer - coalesce(v_avant = 'alarm', false)::integer,
         ignored = c.ignored + (new.etat = 'ignored')::integer - coalesce(v_avant = 'ignored', false)::integer,
         refused = c.refused + (new.etat = 'refused')::integer - coalesce(v_avant = 'refused', false)::integer,
         failed = c.failed + (new.etat = 'failed')::integer - coalesce(v_avant = 'failed', false)::integer
   where c.sis_key = new.sis_key
     and c.messagerie_id = new.messagerie_id;
  return null;
end;
$$;
comment on function jobs.tg_messages__comptes() is
  'Counts a message in the state that it came into, and no more in the one it was in. Those that leave the ledger with time stay counted. Definer: the counts are the worker''s.';

-- Deferred: whoever stores a message holds the counts of its mailbox at the very end only, so that nobody waits for them crosswise.
drop trigger if exists _500_comptes on app.messages;
create constraint trigger _500_comptes after insert or update of etat on app.messages
  deferrable initially deferred
  for each row execute function jobs.tg_messages__comptes();
