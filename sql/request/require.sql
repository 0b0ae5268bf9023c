create or replace function request.require(permission text) returns void
  language plpgsql stable
as $$
begin
  if not request.can(permission) then
    raise sqlstate 'PT403' using message = 'Permission requise : ' || permission;
  end if;
end;
$$;
comment on function request.require(text) is 'Refuses (PT403) a caller who does not hold a permission in the request''s SIS.';
grant execute on function request.require(text) to caserne_api;
