-- An account has left a SIS when it is linked to a sapeur (type 0) whose mutations have all ended. The instant of
-- leaving is stored beside the link, so that the calendar decides and each request reads one row. Every change of its
-- sources renews it: mutations, type of the sapeur, link and time zone (app.tg_depart, auth.tg_memberships__depart).
-- See decision 0024.

create or replace function auth.depart(sis_key text, sapeur_id bigint) returns timestamptz
  language sql stable set search_path = ''
as $$
  select case
           when bool_and(m.sortie is not null)
           then (max(m.sortie) + 1)::timestamp at time zone (select c.fuseau from app.sis c where c.sis_key = depart.sis_key)
         end
    from app.sapeurs s
    join app.mutations m on m.sis_key = s.sis_key and m.sapeur_id = s.id
   where s.sis_key = depart.sis_key
     and s.id = depart.sapeur_id
     and s.type = 0
$$;
comment on function auth.depart(text, bigint) is
  'The midnight after the last day of a sapeur''s last mutation, in the time zone of the request''s SIS; null when a mutation is open or there is none.';

-- The sapeur is locked: a link made while his mutations change waits for that change, and the other way round.
create or replace function auth.read_depart(sis_key text, sapeur_id bigint, before timestamptz, out parti_at timestamptz, out interrupted boolean)
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(null, read_depart.sis_key, array['sapeur.lecture', 'sapeur.modification'], null);
  perform
     from app.sapeurs s
    where s.sis_key = read_depart.sis_key
      and s.id = read_depart.sapeur_id
      for no key update;
  parti_at := auth.depart(read_depart.sis_key, read_depart.sapeur_id);
  interrupted := not exists (
    select
      from app.mutations m
     where m.sis_key = read_depart.sis_key
       and m.sapeur_id = read_depart.sapeur_id
       and daterange(m.incorporation, m.sortie, '[]') @> (before at time zone app.fuseau())::date
  );
  perform request.reopen(v_opened);
end;
$$;
comment on function auth.read_depart(text, bigint, timestamptz) is
  'parti_at: auth.depart, from any request or none. interrupted: whether no mutation covers the day of an earlier departure (before).';

create or replace function auth.renew_depart(sis_key text, sapeur_id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_parti_at timestamptz := (auth.read_depart(renew_depart.sis_key, renew_depart.sapeur_id, null)).parti_at;
begin
  -- The trigger of the link writes parti_at.
  update auth.memberships m
     set sapeur_id = m.sapeur_id
   where m.sis_key = renew_depart.sis_key
     and m.sapeur_id = renew_depart.sapeur_id
     and m.parti_at is distinct from v_parti_at;
end;
$$;
comment on function auth.renew_depart(text, bigint) is
  'Recomputes when the account of a sapeur leaves, after a change of mutations, type or time zone.';
