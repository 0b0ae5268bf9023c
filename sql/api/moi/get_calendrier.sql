create or replace function api.get_calendrier(token bytea) returns json
  language plpgsql volatile
as $$
begin
  if not app.open_calendrier(token) then
    return null;
  end if;
  return api.evenements_json(array(select e from app.mes_evenements() e));
end;
$$;
comment on function api.get_calendrier(bytea) is
  'The calendar whose address has a token with this hash; null when there is none, or when it shows nothing any more (app.open_calendrier).';
grant execute on function api.get_calendrier(bytea) to caserne_api;
