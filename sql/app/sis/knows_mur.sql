-- Definer: a wall has no right to read walls.
create or replace function app.knows_mur(token bytea) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select
      from app.murs m
     where m.sis_key = request.sis_key()
       and m.token_hash = knows_mur.token
       and (m.expire_le is null or m.expire_le >= app.today())
  )
$$;
comment on function app.knows_mur(bytea) is
  'Whether this is the hash of the token of a wall of the request''s SIS that has not expired. Definer: a wall may not read walls.';
grant execute on function app.knows_mur(bytea) to caserne_api;
