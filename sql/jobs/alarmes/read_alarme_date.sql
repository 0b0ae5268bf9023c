-- A wrong clock or a typing error must not open an accounting year, nor hide an alarm at the end of the list.
create or replace function jobs.read_alarme_date(report json, message_date timestamptz, out date timestamptz, out improbable timestamptz)
  language sql stable
as $$
  select case when d.credible then d.stated else d.received end,
         case when not d.credible then d.stated end
    from (
      select l.stated, l.received, l.stated between l.received - interval '1 year' and l.received + interval '1 day' as credible
        from (
          select coalesce(jobs.read_report_instant(report ->> 'debut', app.fuseau(), m.received),
                          jobs.read_report_instant(report ->> 'date_creation', app.fuseau(), m.received)),
                 m.received
            from (select coalesce(message_date, now())) as m (received)
        ) as l (stated, received)
    ) as d
$$;
comment on function jobs.read_alarme_date(json, timestamptz) is
  'Date of a report''s alarm in the request''s SIS: its start, else its creation, else the date of the mail. A date more than a day after the mail or a year before it is improbable, and the date of the mail counts instead.';
