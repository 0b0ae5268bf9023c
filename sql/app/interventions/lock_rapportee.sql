create or replace function app.lock_rapportee(alarme app.alarmes) returns app.interventions
  language sql volatile
as $$
  select i
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = alarme.intervention_id
     for update
$$;
comment on function app.lock_rapportee(app.alarmes) is
  'The intervention of an alarm, locked for the rest of the transaction; nulls when the alarm has none.';
grant execute on function app.lock_rapportee(app.alarmes) to caserne_api;
