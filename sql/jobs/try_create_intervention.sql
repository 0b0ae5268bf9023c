-- A closed accounting year, say, must not cost the alarm. The job that comes every minute tries again.
create or replace function jobs.try_create_intervention(sis_key text, alarme_id bigint) returns bigint
  language plpgsql volatile
as $$
begin
  return jobs.create_intervention_from_alarm(sis_key, alarme_id);
exception when others then
  -- The request that was opened inside went with the attempt.
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification'], null);
  update app.alarmes a
     set intervention_refus = sqlerrm
   where a.sis_key = try_create_intervention.sis_key
     and a.id = alarme_id
     and a.intervention_refus <> sqlerrm;
  return null;
end;
$$;
comment on function jobs.try_create_intervention(text, bigint) is
  'The intervention of an alarm; null where none is wanted, or where it cannot be made now: then the alarm stands and says why.';
