create or replace function api.list_piquets(du date default null, au date default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(q) order by q.debut, q.id), '[]')
    from app.check_periode(du, au, 370) p
    join app.piquets q on q.sis_key = request.sis_key() and q.fin > lower(p) and q.debut < upper(p)
$$;
comment on function api.list_piquets(date, date) is
  'Who is on standby from a day to another, at most 370 days, by beginning. PT422.';
grant execute on function api.list_piquets(date, date) to caserne_api;
