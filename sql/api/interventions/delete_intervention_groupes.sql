create or replace function api.delete_intervention_groupes(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'groupes');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_groupes g
     where g.sis_key = request.sis_key()
       and g.intervention_id = delete_intervention_groupes.id
       and g.id = any (v_ids)
    returning g.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('groupes', v_ids, v_found);
  return api.list_intervention_groupes(id);
end;
$$;
comment on function api.delete_intervention_groupes(bigint, jsonb) is
  'Removes alerted groups {groupes: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_groupes(bigint, jsonb) to caserne_api;
