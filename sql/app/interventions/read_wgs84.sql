-- Switzerland lies between 45.8 and 47.9 degrees north and between 5.9 and 10.5 degrees east, so the larger of two
-- numbers is the latitude.
create or replace function app.read_wgs84(position_text text) returns text
  language sql immutable parallel safe
as $$
  select case
           when n[1]::numeric between 5.5 and 11 and n[2]::numeric between 45 and 48.5 then n[2] || ',' || n[1]
           when abs(n[1]::numeric) <= 90 and abs(n[2]::numeric) <= 180 then n[1] || ',' || n[2]
         end
    from regexp_match(position_text, '^\s*\+?(-?\d{1,3}(?:\.\d{1,20})?)\s*[,;\s]\s*\+?(-?\d{1,3}(?:\.\d{1,20})?)\s*$') n
$$;
comment on function app.read_wgs84(text) is
  'A position as "lat,lon", read from "lat,lon" or "lon,lat" with or without spaces; null when the text is neither.';
grant execute on function app.read_wgs84(text) to caserne_api;
