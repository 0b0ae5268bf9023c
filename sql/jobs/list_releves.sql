create or replace function jobs.list_releves() returns setof bigint
  language sql stable security definer set search_path = ''
as $$
  select r.messagerie_id from jobs.releves r order by r.messagerie_id
$$;
comment on function jobs.list_releves() is
  'Every mailbox there is, by id. Definer: the worker holds no right on any table.';
grant execute on function jobs.list_releves() to caserne_worker;
