-- The mailboxes of a dead worker are held by nobody. Other workers ask every few seconds, so they need not wait for the
-- next minute.
create or replace function jobs.ask_unheld_releves() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
begin
  for v_releve in
    -- Whether a worker is alive is asked once per worker, not per mailbox.
    with held as materialized (
      select b.sis_key, b.messagerie_id
        from (select w.pid from jobs.workers w where jobs.is_alive(w) offset 0) w
        join jobs.baux b on b.pid = w.pid
    )
    select r.*
      from jobs.releves r
     where not exists (select from held h where h.sis_key = r.sis_key and h.messagerie_id = r.messagerie_id)
       and (r.next_try_at is null or r.next_try_at <= now())
       and request.is_home(r.sis_key)
     order by r.sis_key, r.messagerie_id
  loop
    perform request.open(null, v_releve.sis_key, array['sis.config'], null);
    perform jobs.ask_releve(b.sis_key, b.id)
       from app.messageries b
      where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active;
  end loop;
end;
$$;
comment on function jobs.ask_unheld_releves() is
  'Asks for a relève of the active mailboxes that no worker holds, except those that wait for their next try. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_unheld_releves() to caserne_worker;
