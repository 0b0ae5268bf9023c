create or replace function jobs.purge_messages(days integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_before timestamptz := now() - make_interval(days => days);
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r where request.is_home(r.sis_key) loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    update app.messages m
       set contenu = null
     where m.sis_key = v_sis_key
       and m.etat not in ('failed', 'received')
       and m.contenu is not null
       and m.created_at < v_before;
    -- The read position keeps the mailbox from bringing these messages again. Should it be lost, they are refused
    -- again.
    delete from app.messages m
     where m.sis_key = v_sis_key
       and m.etat = 'refused'
       and m.created_at < v_before;
  end loop;
end;
$$;
comment on function jobs.purge_messages(integer) is
  'Deletes the raw text of older messages, except failed ones and those that wait for a relecture, and the rows of refused ones, which anybody may send in any number. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.purge_messages(integer) to caserne_worker;
