create or replace function api.delete_intervention_appels(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'appels');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_appels a
     where a.sis_key = request.sis_key()
       and a.intervention_id = delete_intervention_appels.id
       and a.id = any (v_ids)
    returning a.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('appels', v_ids, v_found);
  return api.list_intervention_appels(id);
end;
$$;
comment on function api.delete_intervention_appels(bigint, jsonb) is
  'Removes telephone calls {appels: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_appels(bigint, jsonb) to caserne_api;
