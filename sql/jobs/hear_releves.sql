create or replace function jobs.hear_releves() returns void
  language plpgsql volatile
as $$
begin
  listen caserne_releve;
end;
$$;
comment on function jobs.hear_releves() is
  'From now on this database session hears, on the channel caserne_releve, the ids of mailboxes that jobs.pass_releve says are to be read.';
grant execute on function jobs.hear_releves() to caserne_worker;
