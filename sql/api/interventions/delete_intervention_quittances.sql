create or replace function api.delete_intervention_quittances(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'quittances', 'sapeur_id');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_quittances q
     where q.sis_key = request.sis_key()
       and q.intervention_id = delete_intervention_quittances.id
       and q.sapeur_id = any (v_ids)
    returning q.sapeur_id
  )
  select coalesce(array_agg(r.sapeur_id), '{}') into v_found from removed r;
  perform request.refuse_missing('quittances', v_ids, v_found);
  return api.list_intervention_quittances(id);
end;
$$;
comment on function api.delete_intervention_quittances(bigint, jsonb) is
  'Removes the quittances of sapeurs {quittances: [sapeur_id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_quittances(bigint, jsonb) to caserne_api;
