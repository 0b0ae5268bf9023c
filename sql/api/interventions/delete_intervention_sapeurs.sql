create or replace function api.delete_intervention_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'sapeurs');
  v_found bigint[];
begin
  perform app.lock_intervention(id);
  with removed as (
    delete from app.intervention_sapeurs p
     where p.sis_key = request.sis_key()
       and p.intervention_id = delete_intervention_sapeurs.id
       and p.id = any (v_ids)
    returning p.id
  )
  select coalesce(array_agg(r.id), '{}') into v_found from removed r;
  perform request.refuse_missing('sapeurs', v_ids, v_found);
  return to_json((app.require_intervention(id)).statut);
end;
$$;
comment on function api.delete_intervention_sapeurs(bigint, jsonb) is
  'Removes presences {sapeurs: [id]} and returns the statut that follows. PT404, PT409, PT422.';
grant execute on function api.delete_intervention_sapeurs(bigint, jsonb) to caserne_api;
