create or replace function app.tell_instant(instant timestamptz) returns text
  language sql stable
as $$
  select to_char(instant at time zone app.fuseau(), 'DD.MM.YYYY HH24:MI')
$$;
comment on function app.tell_instant(timestamptz) is
  'An instant as text for sentences, in local time of the request''s SIS: 14.03.2026 14:30.';
grant execute on function app.tell_instant(timestamptz) to caserne_api;

create or replace function app.tell_periode(debut timestamptz, fin timestamptz) returns text
  language sql stable
as $$
  select app.tell_instant(debut) || ' à ' || app.tell_instant(fin)
$$;
comment on function app.tell_periode(timestamptz, timestamptz) is
  'A period as text for sentences, in local time of the request''s SIS.';
grant execute on function app.tell_periode(timestamptz, timestamptz) to caserne_api;
