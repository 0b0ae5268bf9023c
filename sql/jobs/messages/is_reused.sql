-- A refused mail keeps no Message-ID from the real one: anybody can write one, and what is refused makes way for it.
create or replace function jobs.is_reused(message app.messages) returns boolean
  language sql stable
as $$
  select exists (
    select
      from app.messages m
     where m.sis_key = message.sis_key
       and m.messagerie_id = message.messagerie_id
       and coalesce(m.message_id, m.sha256) = message.message_id
       and m.id is distinct from message.id
       and m.etat <> 'refused'
       and m.corps <> message.corps
  )
$$;
comment on function jobs.is_reused(app.messages) is
  'Whether another message of the mailbox, not this one come by another way, has its Message-ID already. The request of the mailbox is open.';

create or replace function jobs.add_avertissement(report json, avertissement text) returns json
  language sql immutable
as $$
  select jsonb_insert(report::jsonb, '{avertissements,0}', to_jsonb(avertissement))::json
$$;
comment on function jobs.add_avertissement(json, text) is
  'A report with one more thing that was odd about it, said first; null of null.';
