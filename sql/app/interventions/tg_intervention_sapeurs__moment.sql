create or replace function app.tg_intervention_sapeurs__moment() returns trigger
  language plpgsql volatile
as $$
declare
  v_debut timestamptz;
  v_fin timestamptz;
begin
  if tg_op = 'UPDATE' then
    -- Unchanged times pass: the caller changes another column, or sends unchanged rows back.
    if (new.sapeur_id, new.debut, new.fin) = (old.sapeur_id, old.debut, old.fin) then
      return new;
    end if;
    new.toleree := false;
  elsif new.toleree then
    return new;
  end if;
  select app.instant_debut(i), app.instant_fin(i)
    into v_debut, v_fin
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = new.intervention_id;
  if new.debut not between v_debut - interval '24 hours' and v_fin + interval '24 hours' then
    raise sqlstate 'PT422' using message = 'La présence doit être à moins d’un jour de l’intervention.', detail = 'debut';
  elsif new.fin > v_fin + interval '24 hours' then
    raise sqlstate 'PT422' using message = 'La présence doit être à moins d’un jour de l’intervention.', detail = 'fin';
  end if;
  -- The exclusion constraint covers presences that are not tolerated.
  if exists (
    select
      from app.intervention_sapeurs p
     where p.sis_key = new.sis_key
       and p.sapeur_id = new.sapeur_id
       and p.toleree
       and p.id <> new.id
       and p.debut < new.fin
       and new.debut < p.fin
  ) then
    raise exclusion_violation using
      message = 'conflicts with a presence that a report brought', schema = tg_table_schema, table = tg_table_name,
      constraint = 'intervention_sapeurs_sis_key_sapeur_id_tstzrange_excl';
  end if;
  return new;
end;
$$;
comment on function app.tg_intervention_sapeurs__moment() is
  'Refuses a presence more than a day from its intervention (PT422), or one that overlaps a tolerated presence of the same sapeur. Presences with unchanged times are not checked again.';
drop trigger if exists _110_moment on app.intervention_sapeurs;
create trigger _110_moment before insert or update on app.intervention_sapeurs
  for each row execute function app.tg_intervention_sapeurs__moment();
