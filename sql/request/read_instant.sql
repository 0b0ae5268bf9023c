create or replace function request.read_instant(text text, fuseau text) returns timestamptz
  language sql stable strict parallel safe
as $$
  select case
           when text ~ '(Z|[+-]\d\d:?\d\d)$' then text::timestamptz
           else text::timestamp at time zone fuseau
         end
$$;
comment on function request.read_instant(text, text) is
  'Reads an instant with its offset; without one, as local time of the time zone.';
grant execute on function request.read_instant(text, text) to caserne_api;
