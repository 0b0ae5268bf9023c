create or replace function jobs.purge_messages(jours integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    update app.messages m
       set contenu = null
     where m.sis_key = v_sis_key
       and m.etat <> 'failed'
       and m.contenu is not null
       and m.created_at < now() - make_interval(days => jours);
  end loop;
end;
$$;
comment on function jobs.purge_messages(integer) is
  'Drops the raw text of messages older than so many days; the ledger row stays, and failed messages keep theirs. Definer: goes through every mailbox''s SIS, each under its own policies.';
grant execute on function jobs.purge_messages(integer) to caserne_worker;
