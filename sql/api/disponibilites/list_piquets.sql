create or replace function api.list_piquets(du date default null, au date default null) returns json
  language plpgsql stable
as $$
declare
  v_periode constant tstzrange := app.check_periode(list_piquets.du, list_piquets.au, 370);
  v_fuseau constant text := app.fuseau();
begin
  return (
    select coalesce(json_agg(api.as_json(q, v_fuseau) order by q.debut, q.id), '[]')
      from app.piquets q
     where q.sis_key = request.sis_key()
       and q.fin > lower(v_periode)
       and q.debut < upper(v_periode)
  );
end;
$$;
comment on function api.list_piquets(date, date) is
  'Standby from one day to another, at most 370 days, by beginning. PT422.';
grant execute on function api.list_piquets(date, date) to caserne_api;
