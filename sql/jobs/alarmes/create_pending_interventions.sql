create or replace function jobs.create_pending_interventions() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_alarme_id bigint;
  v_made integer := 0;
begin
  for v_sis_key in select h.sis_key from request.homes h order by h.sis_key loop
    perform request.open(null, v_sis_key, array['intervention.lecture'], null);
    for v_alarme_id in
      select a.id
        from app.alarmes a
       where a.sis_key = v_sis_key
         and not a.validated
         and a.intervention_voulue
         and a.intervention_id is null
         and a.created_at > now() - interval '7 days'
       order by a.id
    loop
      v_made := v_made + (jobs.try_create_intervention(v_sis_key, v_alarme_id) is not null)::integer;
    end loop;
  end loop;
  return v_made;
end;
$$;
comment on function jobs.create_pending_interventions() is
  'Makes the missing interventions of this week''s alarms and returns their number. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.create_pending_interventions() to caserne_worker;
