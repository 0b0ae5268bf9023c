create or replace function app.delete_lignes(genre text, parent_id bigint, lignes jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_key text := case genre when 'vehicules' then 'vehicule_id' else 'id' end;
  v_ids bigint[] := request.ids(lignes, v_key);
begin
  perform request.refuse_missing(genre, v_ids, array(select app.remove_lignes(genre, parent_id, v_ids)));
end;
$$;
comment on function app.delete_lignes(text, bigint, jsonb) is
  'Removes a batch of rows of an intervention, or of hours of an exercice. PT422 names the first that does not exist.';
grant execute on function app.delete_lignes(text, bigint, jsonb) to caserne_api;
