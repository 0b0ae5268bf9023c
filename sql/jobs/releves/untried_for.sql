create or replace function jobs.untried_for() returns double precision
  language sql volatile security definer set search_path = ''
as $$
  -- A mailbox that waits for its next try after a failure is not to be tried. A long relève advances.
  select extract(epoch from clock_timestamp() - max(
           greatest(r.active_since, r.started_at, r.finished_at, r.advanced_at, r.next_try_at)
         ))
    from jobs.releves r
   where r.active
     and (r.next_try_at is null or r.next_try_at <= clock_timestamp())
     and request.is_home(r.sis_key)
$$;
comment on function jobs.untried_for() is
  'Seconds since a worker last tried any of the mailboxes that are to be read, whether or not its server answered; null when none is. Definer: the worker holds no right on any table.';
grant execute on function jobs.untried_for() to caserne_worker;
