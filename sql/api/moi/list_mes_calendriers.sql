create or replace function api.list_mes_calendriers() returns json
  language sql stable
as $$
  select coalesce(json_agg(api.calendrier_json(c.id) order by c.id), '[]')
    from app.calendriers c
   where c.sis_key = request.sis_key()
     and c.sapeur_id = request.sapeur_id()
$$;
comment on function api.list_mes_calendriers() is 'Calendars of the caller, in the order in which they were made.';
grant execute on function api.list_mes_calendriers() to caserne_api;
