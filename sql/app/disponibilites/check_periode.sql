create or replace function app.check_periode(du date, au date, jours integer) returns tstzrange
  language plpgsql stable
as $$
declare
  v_du date := coalesce(du, app.today());
  v_au date := coalesce(au, v_du + least(6, jours - 1));
begin
  if v_au < v_du then
    raise sqlstate 'PT422' using message = 'Ce jour doit suivre le premier.', detail = 'au';
  end if;
  if v_au - v_du >= jours then
    raise sqlstate 'PT422' using message = format('La période ne doit pas dépasser %s jours.', jours), detail = 'au';
  end if;
  return tstzrange(request.instant_of(v_du, app.fuseau()), request.instant_of(v_au + 1, app.fuseau()));
end;
$$;
comment on function app.check_periode(date, date, integer) is
  'The instants from the first day to the end of the last, in the time zone of the SIS: by default a week from today on. PT422 for more than this many days.';
grant execute on function app.check_periode(date, date, integer) to caserne_api;
