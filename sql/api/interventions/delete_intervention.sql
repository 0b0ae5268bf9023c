create or replace function api.delete_intervention(id bigint) returns json
  language sql volatile
as $$
  -- Its alarms first, as create_intervention_complet does: a tablet that fills it meanwhile would else wait for this, and this for it.
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
  'Removes an intervention and all that belongs to it. Null when there is no such. PT409 when it is imputée.';
grant execute on function api.delete_intervention(bigint) to caserne_api;
