create or replace function api.delete_intervention_jalons(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'jalons');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_jalons j
     where j.sis_key = request.sis_key()
       and j.intervention_id = delete_intervention_jalons.id
       and j.id = any (v_ids)
    returning j.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('jalons', v_ids, v_found);
  return api.list_intervention_jalons(id);
end;
$$;
comment on function api.delete_intervention_jalons(bigint, jsonb) is
  'Removes jalons {jalons: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_jalons(bigint, jsonb) to caserne_api;
