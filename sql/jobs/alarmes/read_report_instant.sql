create or replace function jobs.read_report_instant(text text, fuseau text, received timestamptz) returns timestamptz
  language sql stable strict
as $$
  select case
           when text ~ 'T.*(Z|[+-]\d\d:\d\d)$' then text::timestamptz
           -- When the clocks go back, an hour occurs twice: the one nearer to the mail counts.
           when (i.late - interval '1 hour') at time zone fuseau = l.local
             and abs(extract(epoch from i.late - interval '1 hour' - received)) < abs(extract(epoch from i.late - received))
           then i.late - interval '1 hour'
           else i.late
         end
    from (select received at time zone fuseau) as m (mail)
   cross join lateral (
     select case
              when text ~ '^\d{4}.*T' then text::timestamp
              when text ~ '^\d' then text::date + m.mail::time
              when text ~ '^T' then m.mail::date + substr(text, 2)::time
              -- 29 February of another year is the 28th.
              else (make_date(2028, substr(text, 3, 2)::integer, substr(text, 6, 2)::integer)
                     + make_interval(years => extract(year from m.mail)::integer - 2028))::date
                   + coalesce(nullif(substr(text, 9), '')::time, m.mail::time)
            end,
            case when text ~ '^T' then interval '1 day' when text ~ '^-' then interval '1 year' else interval '0' end
   ) as r (local, step)
   -- A time without its day is at most an hour after the mail, and a day without its year at most a day.
   cross join lateral (
     select case
              when r.local > m.mail + least(r.step / 24, interval '1 day') then r.local - r.step
              when r.local < m.mail - r.step + interval '1 hour' then r.local + r.step
              else r.local
            end
      where r.step > interval '0'
      union all
     select r.local where r.step = interval '0'
   ) as l (local)
   cross join lateral (select l.local at time zone fuseau) as i (late)
$$;
comment on function jobs.read_report_instant(text, text, timestamptz) is
  'Reads an instant of a report: with its offset, or local to the time zone. The mail gives what is not written: the time of a day, the day of a time, the year.';
