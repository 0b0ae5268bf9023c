-- An account has left a SIS when it is linked to a sapeur (type 0) whose mutations have all ended. The instant of
-- leaving is stored beside the link, so that the calendar decides and each request reads one row. Every change of its
-- sources renews it: the link (auth.tg_memberships__depart) and the service of the sapeur (auth.tg_sapeurs__depart).
-- See decision 0024.

create or replace function auth.depart(sis_key text, sapeur_id bigint) returns timestamptz
  language sql stable set search_path = ''
as $$
  select upper(s.service) from auth.sapeurs s where s.sis_key = depart.sis_key and s.id = depart.sapeur_id
$$;
comment on function auth.depart(text, bigint) is
  'The midnight after the last day of a sapeur''s last mutation, in the time zone of their SIS; null when a mutation is open or there is none.';

-- The sapeur is locked: a link made while their mutations change waits for that change, and the other way round.
create or replace function auth.read_depart(sis_key text, sapeur_id bigint, before timestamptz, out parti_at timestamptz, out interrupted boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.enter(null, read_depart.sis_key, null, null);
  select upper(s.service), not coalesce(s.service @> before, false) into parti_at, interrupted
    from auth.sapeurs s
   where s.sis_key = read_depart.sis_key
     and s.id = read_depart.sapeur_id
     for no key update;
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.read_depart(text, bigint, timestamptz) is
  'parti_at: auth.depart, from any request or none. interrupted: whether they did not serve right after an earlier departure (before).';
