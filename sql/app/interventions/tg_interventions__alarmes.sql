-- Before the row goes: with it goes the link by which its alarms are found.
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
  'An intervention that is removed is not made again from its alarms. Definer: what an alarm is made into is nobody''s to write.';
drop trigger if exists _100_alarmes on app.interventions;
create trigger _100_alarmes before delete on app.interventions
  for each row execute function app.tg_interventions__alarmes();
