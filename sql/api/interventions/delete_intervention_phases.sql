create or replace function api.delete_intervention_phases(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'phases');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_phases p
     where p.sis_key = request.sis_key()
       and p.intervention_id = delete_intervention_phases.id
       and p.id = any (v_ids)
    returning p.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('phases', v_ids, v_found);
  return api.list_intervention_phases(id);
end;
$$;
comment on function api.delete_intervention_phases(bigint, jsonb) is
  'Removes phases {phases: [id]} and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_phases(bigint, jsonb) to caserne_api;
