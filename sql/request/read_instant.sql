create or replace function request.read_instant(text text, fuseau text) returns timestamptz
  language sql stable strict parallel safe
as $$
  select case
           when text ~ '(Z|[+-]\d\d:?\d\d)$' then text::timestamptz
           else request.instant_of(text::timestamp, fuseau)
         end
$$;
comment on function request.read_instant(text, text) is
  'Reads an instant with its offset; without one, as local time of the time zone.';
grant execute on function request.read_instant(text, text) to caserne_api;

create or replace function request.read_instant(text text, fuseau text, apres timestamptz) returns timestamptz
  language sql stable parallel safe
as $$
  select case
           when text !~ '(Z|[+-]\d\d:?\d\d)$' and request.read_instant(text, fuseau) < apres
           then request.instant_of(text::timestamp, fuseau, true)
           else request.read_instant(text, fuseau)
         end
$$;
comment on function request.read_instant(text, text, timestamptz) is
  'Reads an instant that cannot be before another: a local time that comes twice is the second one where the first is too early.';
grant execute on function request.read_instant(text, text, timestamptz) to caserne_api;
