-- Supports the parts of RFC 5545, 3.3.10, that absences need. Any other part is refused by name.
create or replace function app.read_recurrence(
  recurrence text, fuseau text, out frequence text, out pas integer, out jours smallint[], out nombre integer, out jusqu_a timestamptz)
  language plpgsql immutable
as $$
declare
  v_parts text[] := string_to_array(upper(recurrence), ';');
  v_part text;
  v_name text;
  v_value text;
  v_seen text[] := array[]::text[];
  v_fault text;
begin
  pas := 1;
  foreach v_part in array v_parts loop
    v_name := split_part(v_part, '=', 1);
    v_value := substr(v_part, length(v_name) + 2);
    if v_name = any (v_seen) then
      v_fault := format('%s ne peut figurer qu’une fois.', v_name);
    elsif v_name = 'FREQ' and v_value in ('DAILY', 'WEEKLY') then
      frequence := v_value;
    elsif v_name = 'INTERVAL' and v_value ~ '^[1-9]\d{0,2}$' then
      pas := v_value::integer;
    elsif v_name = 'COUNT' and v_value ~ '^[1-9]\d{0,2}$' then
      nombre := v_value::integer;
    elsif v_name = 'BYDAY' and v_value ~ '^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU))*$' then
      jours := array(
        select distinct array_position(array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], d)::smallint
          from unnest(string_to_array(v_value, ',')) d order by 1);
    elsif v_name = 'UNTIL' and v_value ~ '^(19|20|21)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3])[0-5]\d[0-5]\dZ)?$'
      and substr(v_value, 7, 2)::integer <= extract(day from to_date(left(v_value, 6) || '01', 'YYYYMMDD') + interval '1 month - 1 day')
    then
      jusqu_a := case
        when length(v_value) = 8 then request.instant_of(to_date(v_value, 'YYYYMMDD') + time '23:59:59', fuseau)
        else to_timestamp(v_value, 'YYYYMMDD"T"HH24MISS"Z"')::timestamp at time zone 'UTC'
      end;
    -- Weeks begin on Monday, here as there by default.
    elsif v_name <> 'WKST' or v_value <> 'MO' then
      v_fault := format('« %s » n’est pas reconnu : FREQ (DAILY ou WEEKLY), INTERVAL, BYDAY, COUNT et UNTIL le sont.', left(v_part, 40));
    end if;
    v_seen := v_seen || v_name;
    exit when v_fault is not null;
  end loop;
  v_fault := case
    when v_fault is not null then v_fault
    when frequence is null then 'La répétition doit commencer par FREQ=DAILY ou FREQ=WEEKLY.'
    when nombre is not null and jusqu_a is not null then 'COUNT et UNTIL s’excluent.'
  end;
  if v_fault is not null then
    raise sqlstate 'PT422' using message = v_fault, detail = 'recurrence';
  end if;
end;
$$;
comment on function app.read_recurrence(text, text) is
  'Reads an RRULE (RFC 5545) such as FREQ=WEEKLY;BYDAY=MO,TU: DAILY or WEEKLY, with INTERVAL, BYDAY (as 1 Monday to 7 Sunday), COUNT, and UNTIL, a day of the time zone or an instant in UTC. PT422 for anything else.';
grant execute on function app.read_recurrence(text, text) to caserne_api;
