-- Refused mails do not count: anybody can write a Message-ID, and a refused mail must not keep the real one out.
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
  'Whether another message of the mailbox, with other content, already has the Message-ID. The request of the mailbox must be open.';

create or replace function jobs.add_avertissement(report json, avertissement text) returns json
  language sql immutable
as $$
  select jsonb_insert(report::jsonb, '{avertissements,0}', to_jsonb(avertissement))::json
$$;
comment on function jobs.add_avertissement(json, text) is 'A report with a warning put first; null for null.';
