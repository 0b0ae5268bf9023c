-- A closed accounting year, say, must not cost the alarm. The job that comes every minute tries again.
create or replace function jobs.try_create_intervention(sis_key text, alarme_id bigint, essais integer default 4) returns bigint
  language plpgsql volatile
as $$
declare
  v_refus text;
begin
  return jobs.create_intervention_from_alarm(sis_key, alarme_id);
exception when others then
  -- The request that was opened inside went with the attempt.
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification'], null);
  -- Who moves the intervention that this alarm joins locks the two (it, its year) the other way round. What was locked here is free
  -- again: once more, now that he goes on; a few times, because he may try again too.
  if sqlstate = '40P01' and essais > 1 then
    return jobs.try_create_intervention(sis_key, alarme_id, essais - 1);
  end if;
  -- What is raised for people are sentences of ours; the others are the database's, in English, with names of its own.
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
  'The intervention of an alarm; null where none is wanted, or where it cannot be made now: then the alarm stands and says why.';
