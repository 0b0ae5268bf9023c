-- A client that follows a SIS into another cell, or back, knows places of other databases. Where there are no cells
-- this is the timeline alone.
create or replace function request.place() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select request.timeline() * 10000000000 + extract(epoch from h.created_at)::bigint
        from request.homes h
       where h.sis_key = request.sis_key()
         and exists (select from request.cellule)
    ),
    request.timeline())
$$;
comment on function request.place() is
  'Scope of a place in a stream of the request''s SIS: this timeline of this database, since the SIS lives in it. Definer: nobody has a right on the tables.';
grant execute on function request.place() to caserne_api;
