-- A closed accounting year, for example, must not cost the alarm. A job tries again every minute.
create or replace function jobs.try_create_intervention(sis_key text, alarme_id bigint, tries integer default 4) returns bigint
  language plpgsql volatile
as $$
declare
  v_refus text;
begin
  return jobs.create_intervention_from_alarme(sis_key, alarme_id);
exception when others then
  -- The failed attempt has rolled back the request that it opened.
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification'], null);
  -- A transaction that moves the intervention which this alarm joins locks intervention and year in the other order.
  -- The deadlock has released the locks of this attempt, so it tries again; a few times, because the other may try
  -- again too.
  if sqlstate = '40P01' and tries > 1 then
    return jobs.try_create_intervention(sis_key, alarme_id, tries - 1);
  end if;
  -- PT errors carry French sentences for users. Other messages are PostgreSQL's, in English, and name internal objects.
  v_refus := case when sqlstate like 'PT%' then sqlerrm else format('Erreur interne (%s)', sqlstate) end;
  update app.alarmes a
     set intervention_refus = v_refus
   where a.sis_key = try_create_intervention.sis_key
     and a.id = alarme_id
     and a.intervention_refus <> v_refus;
  if found and v_refus <> sqlerrm then
    raise warning 'alarm % of %: %', alarme_id, sis_key, sqlerrm;
  end if;
  return null;
end;
$$;
comment on function jobs.try_create_intervention(text, bigint, integer) is
  'The intervention of an alarm. Null where none is wanted, or where it cannot be made now; the alarm then says why.';
