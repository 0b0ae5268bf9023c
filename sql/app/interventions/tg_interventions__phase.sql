create or replace function app.tg_interventions__phase() returns trigger
  language plpgsql volatile
as $$
declare
  v_debut timestamptz := app.instant_debut(new);
  v_first_id bigint;
begin
  if tg_op = 'INSERT' then
    insert into app.intervention_phases (intervention_id, phase_type_id, debut)
    values (new.id, app.phase_type_intervention(), v_debut);
    return null;
  end if;
  if (new.date_debut, new.heure_debut, new.debut_repete) = (old.date_debut, old.heure_debut, old.debut_repete) then
    return null;
  end if;
  -- By type and order and not by time, because the SIS may have changed its time zone since.
  select p.id into v_first_id
    from app.intervention_phases p
   where p.sis_key = new.sis_key
     and p.intervention_id = new.id
     and p.phase_type_id = app.phase_type_intervention()
   order by p.debut, p.id
   limit 1;
  if exists (
    select
      from app.intervention_phases p
     where p.sis_key = new.sis_key
       and p.intervention_id = new.id
       and p.id is distinct from v_first_id
       and p.debut <= v_debut
  ) then
    raise sqlstate 'PT422' using message = 'Une phase commence avant ce début.', detail = 'heure_debut';
  end if;
  update app.intervention_phases p
     set debut = v_debut
   where p.sis_key = new.sis_key
     and p.id = v_first_id;
  return null;
end;
$$;
comment on function app.tg_interventions__phase() is
  'Gives a new intervention its first phase, of type 1, and moves that phase with the start of the intervention. PT422 where the new start is not before the other phases.';
drop trigger if exists _200_phase on app.interventions;
create trigger _200_phase after insert or update of date_debut, heure_debut, debut_repete on app.interventions
  for each row execute function app.tg_interventions__phase();
