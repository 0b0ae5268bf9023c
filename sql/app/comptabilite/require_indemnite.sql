create or replace function app.require_indemnite(id bigint, field text) returns app.indemnites_intervention
  language plpgsql stable
as $$
declare
  v_indemnite app.indemnites_intervention;
begin
  select * into v_indemnite
    from app.indemnites_intervention t
   where t.sis_key = request.sis_key()
     and t.id = require_indemnite.id;
  if not found then
    raise sqlstate 'PT422' using message = 'Cette indemnité n’existe pas.', detail = field;
  elsif not v_indemnite.actif then
    raise sqlstate 'PT422' using message = 'Cette indemnité n’est plus active.', detail = field;
  end if;
  return v_indemnite;
end;
$$;
comment on function app.require_indemnite(bigint, text) is
  'An active tariff of interventions. PT422 names the field when there is none.';
