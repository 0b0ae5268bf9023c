create or replace function app.groupe_membres() returns table (groupe_id bigint, sapeur_ids json)
  language sql stable
as $$
  select m.groupe_id, json_agg(json_build_object('id', m.id, 'sapeur_id', m.sapeur_id) order by m.id)
    from app.groupe_sapeurs m
   where m.sis_key = request.sis_key()
   group by m.groupe_id
$$;
comment on function app.groupe_membres() is
  'Members of each group of the request''s SIS that has some, as far as the caller sees them, as [{id, sapeur_id}].';
grant execute on function app.groupe_membres() to caserne_api;
