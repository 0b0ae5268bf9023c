create or replace function api.delete_exercice_heures(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'heures');
  v_found bigint[];
begin
  perform app.lock_exercice(id);
  with removed as (
    delete from app.exercice_heures h
     where h.sis_key = request.sis_key()
       and h.exercice_id = delete_exercice_heures.id
       and h.id = any (v_ids)
    returning h.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('heures', v_ids, v_found);
  return api.list_exercice_heures(id);
end;
$$;
comment on function api.delete_exercice_heures(bigint, jsonb) is
  'Removes additional hours {heures: [id]} of an exercice and returns those that remain. PT404, PT409, PT422.';
grant execute on function api.delete_exercice_heures(bigint, jsonb) to caserne_api;
