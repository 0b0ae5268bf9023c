create or replace function api.delete_intervention_vehicules(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'vehicules', 'vehicule_id');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_vehicules v
     where v.sis_key = request.sis_key()
       and v.intervention_id = delete_intervention_vehicules.id
       and v.vehicule_id = any (v_ids)
    returning v.vehicule_id
  )
  select coalesce(array_agg(r.vehicule_id), '{}') into v_found from removed r;
  perform request.refuse_missing('vehicules', v_ids, v_found);
  return api.list_intervention_vehicules(id);
end;
$$;
comment on function api.delete_intervention_vehicules(bigint, jsonb) is
  'Unlinks vehicles {vehicules: [vehicule_id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_vehicules(bigint, jsonb) to caserne_api;
