create or replace function jobs.ask_releves() returns void
  language sql volatile security definer set search_path = ''
as $$
  -- In the order in which api.ask_releve locks them too.
  select jobs.ask_releve(r.sis_key, r.messagerie_id)
    from (
      select sis_key, messagerie_id
        from jobs.releves
       where next_try_at is null
          or next_try_at <= now()
       order by sis_key, messagerie_id
    ) r
$$;
comment on function jobs.ask_releves() is
  'Asks for a relève of every mailbox, except those that wait for their next try. Definer: the worker holds no right on any table.';
grant execute on function jobs.ask_releves() to caserne_worker;
