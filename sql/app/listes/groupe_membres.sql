create or replace function app.groupe_membres() returns table (groupe_id bigint, sapeur_ids json)
  language sql stable
as $$
  select m.groupe_id, json_agg(json_build_object('id', m.id, 'sapeur_id', m.sapeur_id) order by m.id)
    from app.groupe_sapeurs m
   where m.sis_key = request.sis_key()
   group by m.groupe_id
$$;
comment on function app.groupe_membres() is
  'Members of each group of the request''s SIS that the caller sees, as [{id, sapeur_id}]; groups without members are left out.';
grant execute on function app.groupe_membres() to caserne_api;
