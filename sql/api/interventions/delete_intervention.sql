create or replace function api.delete_intervention(id bigint) returns json
  language sql volatile
as $$
  delete from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = delete_intervention.id
  returning 'true'::json
$$;
comment on function api.delete_intervention(bigint) is
  'Removes an intervention and all that belongs to it. Null when there is no such. PT409 when it is imputée.';
grant execute on function api.delete_intervention(bigint) to caserne_api;
