-- Runs before the row is removed, because the alarms are found by their link to it.
create or replace function app.tg_interventions__alarmes() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.alarmes a
     set intervention_voulue = false
   where a.sis_key = old.sis_key
     and a.intervention_id = old.id
     and a.intervention_voulue;
  return old;
end;
$$;
comment on function app.tg_interventions__alarmes() is
  'Keeps the alarms of a removed intervention from making a new one. Definer: nobody is granted writing the intervention of an alarm.';
drop trigger if exists _100_alarmes on app.interventions;
create trigger _100_alarmes before delete on app.interventions
  for each row execute function app.tg_interventions__alarmes();
