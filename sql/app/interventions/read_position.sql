-- The check of mails (src/mail/report/position.ts), with two differences: people may mean a place far away, and clients
-- echo the "lon,lat" of alarms.
create or replace function app.read_position(position_text text, out wgs84 text, out inversee boolean, out remarque text)
  language plpgsql immutable parallel safe
as $$
declare
  v_text text := regexp_replace(lower(position_text), '[''’ʼ]', '', 'g');
  v_shown text := format('la position « %s »', left(position_text, 100));
  v_degrees text[] := regexp_match(v_text, '^\s*\+?(-?\d{1,3}(?:\.\d{1,20})?)\s*[,;\s]\s*\+?(-?\d{1,3}(?:\.\d{1,20})?)\s*$');
  v_metres text[] := regexp_match(v_text, '^\s*(?:[eynx]\s*[=:]?\s*)?(\d{5,7}(?:\.\d{1,9})?)\s*[,;/\s]\s*(?:[eynx]\s*[=:]?\s*)?(\d{5,7}(?:\.\d{1,9})?)\s*$');
begin
  inversee := false;
  if v_metres is not null then
    wgs84 := coalesce(app.lv95_wgs84(v_metres[1]::numeric, v_metres[2]::numeric), '');
    remarque := case when wgs84 = '' then v_shown || ' n’est pas en Suisse, elle a été laissée vide' end;
  elsif v_degrees[1]::numeric = 0 and v_degrees[2]::numeric = 0 then
    wgs84 := '';
    remarque := v_shown || ' n’en est pas une, elle a été laissée vide';
  elsif app.is_near(v_degrees[1]::numeric, v_degrees[2]::numeric) then
    wgs84 := v_degrees[1] || ',' || v_degrees[2];
  elsif app.is_near(v_degrees[2]::numeric, v_degrees[1]::numeric) then
    wgs84 := v_degrees[2] || ',' || v_degrees[1];
    inversee := true;
    remarque := format('%s est inversée, elle est lue « %s »', v_shown, wgs84);
  elsif abs(v_degrees[1]::numeric) <= 90 and abs(v_degrees[2]::numeric) <= 180 then
    wgs84 := v_degrees[1] || ',' || v_degrees[2];
    remarque := v_shown || ' est à plus de 300 km de la Suisse';
  end if;
end;
$$;
comment on function app.read_position(text) is
  'A position as "lat,lon", read from degrees in either order or from metres of LV95 or LV03, whether degrees were swapped, and a French remark on what was odd. The position is null when the text is none, and empty when it is left out.';
grant execute on function app.read_position(text) to caserne_api;

-- As src/mail/report/near.ts has it.
create or replace function app.is_near(lat numeric, lon numeric) returns boolean
  language sql immutable parallel safe
as $$
  select abs(lat) <= 90
     and sqrt(power(lat - least(greatest(lat, 45.81), 47.81), 2)
              + power((lon - least(greatest(lon, 5.95), 10.5)) * cos(radians(lat::double precision))::numeric, 2)) * 111.2 <= 300
$$;
comment on function app.is_near(numeric, numeric) is 'Whether a place is in Switzerland, or within 300 km of it.';
grant execute on function app.is_near(numeric, numeric) to caserne_api;

-- By swisstopo's approximate formulas, as src/mail/report/lv95.ts has them. No number is both an easting and a
-- northing; LV03 is LV95 without the first digits.
create or replace function app.lv95_wgs84(one numeric, other numeric) returns text
  language sql immutable parallel safe
as $$
  select round((16.9023892 + 3.238272 * x - 0.270978 * y ^ 2 - 0.002528 * x ^ 2 - 0.0447 * y ^ 2 * x - 0.014 * x ^ 3) * 100 / 36, 6)
         || ',' || round((2.6779094 + 4.728982 * y + 0.791484 * y * x + 0.1306 * y * x ^ 2 - 0.0436 * y ^ 3) * 100 / 36, 6)
    from (
      select (e - 2600000) / 1000000, (n - 1200000) / 1000000
        from (values (one, other), (other, one)) as pairs (e0, n0)
       cross join lateral (
         select case when greatest(e0, n0) < 1000000 then e0 + 2000000 else e0 end,
                case when greatest(e0, n0) < 1000000 then n0 + 1000000 else n0 end
       ) as lv95 (e, n)
       where e between 2480000 and 2840000 and n between 1060000 and 1300000
       limit 1
    ) as bern (y, x)
$$;
comment on function app.lv95_wgs84(numeric, numeric) is
  'Metres of LV95 or LV03 in either order as "lat,lon", with six decimals; null outside Switzerland.';
grant execute on function app.lv95_wgs84(numeric, numeric) to caserne_api;
