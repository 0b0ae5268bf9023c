create or replace function api.delete_intervention(id bigint) returns json
  language sql volatile
as $$
  -- Alarms are locked first, as in create_intervention_complet: otherwise a tablet that fills the intervention
  -- meanwhile and this transaction would wait for each other.
  select
    from app.alarmes a
   where a.sis_key = request.sis_key()
     and a.intervention_id = delete_intervention.id
   order by a.id
     for update;
  delete from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = delete_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_intervention(bigint) is
  'Removes an intervention with its rows. Null when it does not exist, PT409 when it is imputée.';
grant execute on function api.delete_intervention(bigint) to caserne_api;
