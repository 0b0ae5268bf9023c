create or replace function app.lock_brouillon(alarme app.alarmes) returns bigint
  language plpgsql volatile
as $$
declare
  v_id bigint;
begin
  if alarme.intervention_id is null then
    return null;
  end if;
  select i.id into v_id
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = alarme.intervention_id
     and i.statut = 0
     and i.local_uuid is null
     for update;
  if not found then
    raise sqlstate 'PT409' using message = 'L’intervention de cette alarme est déjà saisie';
  end if;
  return v_id;
end;
$$;
comment on function app.lock_brouillon(app.alarmes) is
  'The intervention that an alarm made and nobody has filled yet, locked for the rest of the transaction; null when it made none. PT409 when it is filled.';
grant execute on function app.lock_brouillon(app.alarmes) to caserne_api;
