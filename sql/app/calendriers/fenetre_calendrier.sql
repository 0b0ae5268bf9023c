create or replace function app.fenetre_calendrier(out du date, out au date)
  language sql stable
as $$
  select (t.today - interval '1 year')::date, (t.today + interval '2 years')::date
    from (select app.today()) as t (today)
$$;
comment on function app.fenetre_calendrier() is
  'The days that a calendar shows: from one year ago to two years ahead, so that it does not grow with the years.';
grant execute on function app.fenetre_calendrier() to caserne_api;
