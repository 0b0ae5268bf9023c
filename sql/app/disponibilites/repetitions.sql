-- A repetition keeps the hours of the clock, so it is an hour longer or shorter when clocks change.
create or replace function app.repetitions(debut timestamp, recurrence text, fuseau text, du date, au date) returns setof date
  language sql immutable rows 7
as $$
  select d.jour::date
    from app.read_recurrence(recurrence, fuseau) r
   cross join lateral generate_series(greatest(du, debut::date)::timestamp, au::timestamp, interval '1 day') as d (jour)
   where (r.jusqu_a is null or request.instant_of(d.jour::date + debut::time, fuseau) <= r.jusqu_a)
     and case r.frequence
           when 'DAILY' then (d.jour::date - debut::date) % r.pas = 0
             and (r.jours is null or extract(isodow from d.jour) = any (r.jours))
           else (date_trunc('week', d.jour)::date - date_trunc('week', debut)::date) / 7 % r.pas = 0
             and extract(isodow from d.jour) = any (coalesce(r.jours, array[extract(isodow from debut)::smallint]))
         end
   order by 1
$$;
comment on function app.repetitions(timestamp, text, text, date, date) is
  'The days from du to au on which a period begins that begins at this local time and repeats. COUNT is not looked at: dernier_jour of the period ends it.';
grant execute on function app.repetitions(timestamp, text, text, date, date) to caserne_api;
