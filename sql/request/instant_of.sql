-- PostgreSQL takes the second pass of an hour that comes twice, so the first is computed with the offset of the day
-- before. A time that clocks skip moves on by what they skip. One expression without FROM, so that PostgreSQL inlines it.
create or replace function request.instant_of(local timestamp, fuseau text, repete boolean default false) returns timestamptz
  language sql immutable parallel safe
as $$
  select case
           when not repete
             and (local - ((local - interval '1 day') at time zone 'UTC' at time zone fuseau - (local - interval '1 day')))
                   at time zone 'UTC' at time zone fuseau = local
           then (local - ((local - interval '1 day') at time zone 'UTC' at time zone fuseau - (local - interval '1 day')))
                  at time zone 'UTC'
           else local at time zone fuseau
         end
$$;
comment on function request.instant_of(timestamp, text, boolean) is
  'The instant of a local time of a time zone. A time that comes twice, because clocks go back, is the first one, or with repete the second; a time that clocks skip moves on.';
grant execute on function request.instant_of(timestamp, text, boolean) to caserne_api, caserne_analyst, caserne_national;

create or replace function request.is_repete(instant timestamptz, fuseau text) returns boolean
  language sql immutable parallel safe
as $$
  select instant <> request.instant_of(instant at time zone fuseau, fuseau)
$$;
comment on function request.is_repete(timestamptz, text) is
  'Whether an instant is the second of two with the same local time, in a night when clocks go back.';
grant execute on function request.is_repete(timestamptz, text) to caserne_api;
