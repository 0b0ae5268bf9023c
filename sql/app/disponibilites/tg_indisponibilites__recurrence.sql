create or replace function app.tg_indisponibilites__recurrence() returns trigger
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_debut timestamp := new.debut at time zone v_fuseau;
  v_fin timestamp := new.fin at time zone v_fuseau;
  v_jours date[];
  v_rule record;
  v_fault text;
begin
  -- Outside a request, the policies refuse the row.
  if v_fuseau is null then
    return new;
  end if;
  new.recurrence := nullif(new.recurrence, '');
  new.dernier_jour := v_fin::date;
  if new.recurrence is null then
    if v_fin > v_debut + interval '2 years' then
      raise sqlstate 'PT422' using message = 'Une période ne doit pas dépasser deux ans.', detail = 'fin';
    end if;
    return new;
  end if;
  v_rule := app.read_recurrence(new.recurrence, v_fuseau);
  v_jours := array(select app.repetitions(v_debut, new.recurrence, v_fuseau, v_debut::date, (v_debut + interval '2 years')::date));
  v_fault := case
    when new.fin > new.debut + interval '7 days' then 'fin: Une période qui se répète ne doit pas dépasser sept jours.'
    when v_jours[1] is distinct from v_debut::date then 'debut: Le premier jour doit être l’un de ceux de la répétition.'
    when v_rule.nombre > cardinality(v_jours) or v_rule.jusqu_a > request.instant_of(v_debut + interval '2 years 1 day', v_fuseau)
    then 'recurrence: La répétition doit finir dans les deux ans.'
  end;
  if v_fault is not null then
    raise sqlstate 'PT422' using message = split_part(v_fault, ': ', 2), detail = split_part(v_fault, ': ', 1);
  end if;
  new.dernier_jour := v_jours[coalesce(v_rule.nombre, cardinality(v_jours))] + (v_fin::date - v_debut::date);
  return new;
end;
$$;
comment on function app.tg_indisponibilites__recurrence() is
  'Checks how a period repeats, and sets its last day: after two years where its recurrence has no end. PT422.';
