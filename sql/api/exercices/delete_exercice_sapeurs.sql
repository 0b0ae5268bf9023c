create or replace function api.delete_exercice_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_ids bigint[] := request.ids(body -> 'sapeurs', 'sapeur_id');
  v_found bigint[];
begin
  perform app.lock_exercice(id);
  with removed as (
    delete from app.exercice_sapeurs s
     where s.sis_key = request.sis_key()
       and s.exercice_id = delete_exercice_sapeurs.id
       and s.sapeur_id = any (v_ids)
    returning s.sapeur_id
  )
  select coalesce(array_agg(r.sapeur_id), '{}') into v_found from removed r;
  perform request.refuse_missing('sapeurs', v_ids, v_found);
  delete from app.exercice_heures h
   where h.sis_key = request.sis_key()
     and h.exercice_id = delete_exercice_sapeurs.id
     and h.sapeur_id = any (v_ids);
  return api.list_exercice_sapeurs(id);
end;
$$;
comment on function api.delete_exercice_sapeurs(bigint, jsonb) is
  'Removes {sapeurs: [id or {sapeur_id}]} from the list of an exercice, whatever their result, with their additional hours, and returns the full list. PT404, PT409, PT422.';
grant execute on function api.delete_exercice_sapeurs(bigint, jsonb) to caserne_api;
