create or replace function app.require_intervention(id bigint) returns app.interventions
  language plpgsql stable
as $$
declare
  v_intervention app.interventions;
begin
  select * into v_intervention
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = require_intervention.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Intervention inconnue';
  end if;
  return v_intervention;
end;
$$;
comment on function app.require_intervention(bigint) is
  'An intervention of the caller''s SIS. PT404 when none is visible.';
grant execute on function app.require_intervention(bigint) to caserne_api;
