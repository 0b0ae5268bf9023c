-- The mailboxes of a dead worker are held by nobody. Other workers ask every few seconds, so they need not wait for the
-- next minute.
create or replace function jobs.ask_unheld_releves() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
begin
  for v_releve in
    select *
      from jobs.releves r
     where not exists (
             select
               from jobs.baux b
               join jobs.workers w on w.pid = b.pid
              where b.sis_key = r.sis_key
                and b.messagerie_id = r.messagerie_id
                and jobs.is_alive(w)
           )
       and (r.next_try_at is null or r.next_try_at <= now())
     order by r.messagerie_id
  loop
    perform request.open(null, v_releve.sis_key, array['sis.config'], null);
    perform jobs.ask_releve(b.id)
       from app.messageries b
      where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active;
  end loop;
end;
$$;
comment on function jobs.ask_unheld_releves() is
  'Asks for a relève of the active mailboxes that no worker holds, except those that wait for their next try. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_unheld_releves() to caserne_worker;
