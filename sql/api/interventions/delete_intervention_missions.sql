create or replace function api.delete_intervention_missions(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'missions');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_missions m
     where m.sis_key = request.sis_key()
       and m.intervention_id = delete_intervention_missions.id
       and m.id = any (v_ids)
    returning m.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('missions', v_ids, v_found);
  return api.list_intervention_missions(id);
end;
$$;
comment on function api.delete_intervention_missions(bigint, jsonb) is
  'Removes missions {missions: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_missions(bigint, jsonb) to caserne_api;
