-- Rows that exist only to reach the person, or to repeat an answer to them.
create or replace function audit.erase_traces(sis_key text, sapeur_id bigint, motif text) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  v_invitations bigint;
  v_contacts bigint;
  v_reponses bigint;
  v_throttles bigint;
  v_mails bigint;
  v_messages bigint;
begin
  delete from auth.invitations v
   where v.sis_key = erase_traces.sis_key and (v.sapeur_id = erase_traces.sapeur_id or v.email ~* motif);
  get diagnostics v_invitations = row_count;
  delete from app.sis_contacts c where c.sis_key = erase_traces.sis_key and c.email ~* motif;
  get diagnostics v_contacts = row_count;
  delete from request.reponses r where r.sis_key = erase_traces.sis_key and r.reponse ~* motif;
  get diagnostics v_reponses = row_count;
  delete from auth.throttles t where t.key ~* motif;
  get diagnostics v_throttles = row_count;
  delete from graphile_worker._private_jobs q
   where q.locked_at is null
     and (q.payload::text ~* motif
          or q.payload::jsonb @> jsonb_build_object('sis_key', erase_traces.sis_key, 'sapeur_id', erase_traces.sapeur_id));
  get diagnostics v_mails = row_count;
  -- The raw mail may hold a PDF that names them. Only what was read from it stays.
  update app.messages m
     set contenu = null
   where m.sis_key = erase_traces.sis_key
     and m.contenu is not null
     and (m.corps ~* motif or m.sujet ~* motif or m.expediteur ~* motif
          or exists (
            select
              from app.alarmes a
              join app.alarme_personnes p on p.sis_key = a.sis_key and p.alarme_id = a.id
             where a.sis_key = m.sis_key and a.message_sis_key = m.sis_key and a.message_id = m.id
               and p.sapeur_id = erase_traces.sapeur_id
          ));
  get diagnostics v_messages = row_count;
  return jsonb_build_object(
    'auth.invitations', v_invitations, 'app.sis_contacts', v_contacts, 'request.reponses', v_reponses,
    'auth.throttles', v_throttles, 'graphile_worker.jobs', v_mails, 'app.messages.contenu', v_messages);
end;
$$;
comment on function audit.erase_traces(text, bigint, text) is
  'Removes invitations, contacts, waiting mails, kept answers and raw messages of a sapeur whose names and numbers match a pattern; the rows of each.';
-- Not granted: `caserne erase sapeur` calls it.
