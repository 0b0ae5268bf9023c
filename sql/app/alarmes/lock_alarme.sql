-- As the job that makes interventions does: whoever comes second finds the first's intervention.
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
  'An alarm, locked for the rest of the transaction; nulls for null. PT422 when there is none to see.';
grant execute on function app.lock_alarme(bigint) to caserne_api;
