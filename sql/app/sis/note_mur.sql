-- At most one write a day for each wall. Definer: a wall has no right to change anything.
create or replace function app.note_mur(token bytea) returns void
  language sql volatile security definer set search_path = ''
as $$
  update app.murs m
     set vu_le = app.today()
   where m.sis_key = request.sis_key()
     and m.token_hash = note_mur.token
     and m.vu_le is distinct from app.today()
$$;
comment on function app.note_mur(bytea) is
  'Notes that a wall of the request''s SIS is used today, by the hash of its token. Definer: a wall may not change itself.';
grant execute on function app.note_mur(bytea) to caserne_api;
