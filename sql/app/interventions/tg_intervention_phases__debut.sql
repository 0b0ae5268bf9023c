-- The first phase is inserted with its intervention (_200_phase there). It may be added again after its removal.
create or replace function app.tg_intervention_phases__debut() returns trigger
  language plpgsql volatile
as $$
declare
  v_debut timestamptz;
begin
  if tg_op = 'UPDATE' and new.debut = old.debut then
    return new;
  end if;
  select app.instant_debut(i) into v_debut
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = new.intervention_id;
  if new.debut < v_debut or new.debut = v_debut and (new.phase_type_id <> app.phase_type_intervention() or exists (
    select
      from app.intervention_phases p
     where p.sis_key = request.sis_key()
       and p.intervention_id = new.intervention_id
       and p.debut = new.debut
       and p.id <> new.id
  )) then
    raise sqlstate 'PT422' using message = 'La phase doit commencer après le début de l’intervention.', detail = 'debut';
  end if;
  return new;
end;
$$;
comment on function app.tg_intervention_phases__debut() is
  'Refuses (PT422) a phase before the start of the intervention, and a phase at the start other than the first one, of type 1.';
drop trigger if exists _200_debut on app.intervention_phases;
create trigger _200_debut before insert or update on app.intervention_phases
  for each row execute function app.tg_intervention_phases__debut();
