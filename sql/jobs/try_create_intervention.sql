-- A closed accounting year, say, must not cost the alarm. The job that comes every minute tries again.
create or replace function jobs.try_create_intervention(sis_key text, alarme_id bigint) returns bigint
  language plpgsql volatile
as $$
begin
  return jobs.create_intervention_from_alarm(sis_key, alarme_id);
exception when others then
  raise warning 'intervention of alarm % of SIS % not made: % (%)', alarme_id, sis_key, sqlerrm, sqlstate;
  return null;
end;
$$;
comment on function jobs.try_create_intervention(text, bigint) is
  'The intervention of an alarm, or null where none is wanted or it cannot be made now; the alarm stands.';
