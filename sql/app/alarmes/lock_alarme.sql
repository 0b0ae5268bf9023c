-- The job that makes interventions takes the same lock. So the second of two transactions finds the intervention that
-- the first one made.
create or replace function app.lock_alarme(id bigint) returns app.alarmes
  language plpgsql volatile
as $$
declare
  v_alarme app.alarmes;
begin
  select * into v_alarme
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.id = lock_alarme.id
     for update;
  if not found and id is not null then
    raise sqlstate 'PT422' using message = 'Cette alarme n’existe pas.', detail = 'alarme';
  end if;
  return v_alarme;
end;
$$;
comment on function app.lock_alarme(bigint) is
  'An alarm, locked for the rest of the transaction; nulls for a null id. PT422 when no such alarm is visible.';
grant execute on function app.lock_alarme(bigint) to caserne_api;
