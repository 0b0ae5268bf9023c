create or replace function api.create_exercice_sapeurs(id bigint, body jsonb) returns json
  language plpgsql volatile
as $$
begin
  perform app.write_presences_exercice(id, (
    select jsonb_agg(jsonb_build_object('sapeur_id', s, 'convoque', true) order by n)
      from unnest(request.ids(body -> 'sapeurs', 'sapeur_id')) with ordinality as t (s, n)
  ));
  return api.list_exercice_sapeurs(id);
end;
$$;
comment on function api.create_exercice_sapeurs(bigint, jsonb) is
  'Convokes {sapeurs: [id or {sapeur_id}]} to an exercice and returns the full list. Sapeurs on the list stay as they are. PT404, PT409, PT422.';
grant execute on function api.create_exercice_sapeurs(bigint, jsonb) to caserne_api;
